/** The balances of the statements in a file, where they fit its entries. Pure. */
import type { FileBalance, StatementPart } from '../bank-files/statement-file.ts';
import type { StatementPeriod } from './statement-balances.ts';

/** More statements of one file than these, with something between them, are not kept. */
const periodsMax = 1_000;

type Open = {
  opening: FileBalance | undefined;
  closing: FileBalance | undefined;
  sum: bigint;
  /** Every entry has its direction, and the currency of the balances. */
  isKnown: boolean;
  days: { first: string; last: string } | undefined;
  currency: string | undefined;
};

const nothing: Open = {
  ...{ opening: undefined, closing: undefined, sum: 0n, isKnown: true, days: undefined, currency: undefined },
};

/** @param isWhole one balance is enough, because every entry between the two is in the file. */
export function createPeriods(isWhole: boolean) {
  const periods: StatementPeriod[] = [];
  let open: Open = { ...nothing };

  /** Of the statement that ends here. */
  function close(): void {
    const period = periodOf(open, isWhole);
    open = { ...nothing };
    if (period === undefined) return;
    const last = periods.at(-1);
    if (last?.currency === period.currency && last.closing === period.opening && last.lastOn <= period.firstOn) {
      periods[periods.length - 1] = { ...last, lastOn: period.lastOn, closing: period.closing };
    } else if (periods.length < periodsMax) periods.push(period);
  }

  return {
    take(part: StatementPart): void {
      if (part.kind === 'statement') close();
      if (part.kind === 'balance') {
        if (part.balance.which === 'opening') open.opening ??= part.balance;
        else open.closing = part.balance;
      }
      if (part.kind !== 'entry' || part.entry.status !== 'booked') return;
      const { bookedOn, amount, direction, currency } = part.entry;
      open.sum += amount;
      open.currency ??= currency;
      open.isKnown &&= direction === 'read' && currency === open.currency;
      const { first, last } = open.days ?? { first: bookedOn, last: bookedOn };
      open.days = { first: bookedOn < first ? bookedOn : first, last: bookedOn > last ? bookedOn : last };
    },
    finish(): StatementPeriod[] {
      close();
      return periods;
    },
  };
}

function periodOf({ opening, closing, sum, isKnown, days, currency }: Open, isWhole: boolean) {
  const known = opening ?? closing;
  if (known === undefined || !isKnown || (currency ?? known.currency) !== known.currency) return undefined;
  if (!isWhole && (opening === undefined || closing === undefined)) return undefined;
  const before = opening?.amount ?? known.amount - sum;
  const after = closing?.amount ?? known.amount + sum;
  if (before + sum !== after || (closing ?? known).currency !== known.currency) return undefined;
  const firstOn = days?.first ?? known.on;
  const lastOn = [firstOn, days?.last ?? firstOn, closing?.on ?? firstOn].reduce((a, b) => (a > b ? a : b));
  return { currency: known.currency, firstOn, lastOn, opening: before, closing: after };
}
