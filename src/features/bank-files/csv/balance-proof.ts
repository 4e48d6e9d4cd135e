/**
 * The running balance as proof: of all ways to read the amounts, which one leads from each balance to the next? Pure.
 * Amounts are counted in thousandths here, whatever the currency.
 */
import { toMinorUnits } from '../../../base/money/amount.ts';
import { absolute } from '../../../base/money/compare.ts';
import { type DecimalMark, readAmountText } from './amount-text.ts';
import type { CsvColumns, CsvMapping } from './csv-mapping.ts';
import type { Direction } from './sign-words.ts';

export type Reading = {
  amounts: CsvMapping['amounts'];
  debits: CsvMapping['debits'];
  charges: CsvMapping['charges'];
  /** The columns of credits and debits are each other's. */
  isSwapped: boolean;
};
export type BalanceOrder = 'oldest_first' | 'newest_first';
export type Proof = {
  /** The readings that agree with every balance. Empty: none does, or there was nothing to compare. */
  agreeing: { reading: Reading; order: BalanceOrder }[];
  compared: number;
  /** An opening balance is known, so that the oldest line is proved too. */
  coversAll: boolean;
  /** The first line that the best reading does not explain. */
  brokenAt: number | undefined;
  /** What the balances say of each word in the sign column; undefined where they contradict each other. */
  words: Map<string, Direction | undefined>;
};

type Candidate = {
  reading: Reading;
  order: BalanceOrder;
  sum: bigint;
  agreed: number;
  broken: number;
  brokenAt: number | undefined;
};

const exponent = 3;
const wordsMax = 20;
const orders: readonly BalanceOrder[] = ['oldest_first', 'newest_first'];

type Row = { amount: bigint; hasIn: boolean; credit: bigint; debit: bigint; charges: bigint };

function movedBy(
  { amount, hasIn, credit, debit, charges }: Row,
  { amounts, debits, charges: kept, isSwapped }: Reading,
): bigint {
  const [inside, outside] = isSwapped ? [debit, credit] : [credit, debit];
  const split = debits === 'positive' ? inside - outside : inside + outside;
  const unmarked = hasIn ? absolute(amount) : -absolute(amount);
  const single = amounts === 'inverted' ? -amount : amounts === 'unmarked_out' ? unmarked : amount;
  return single + split - (kept === 'extra' ? absolute(charges) : 0n);
}

/** Each way in which the columns can be read. */
function readingsOf(columns: CsvColumns, isOpen: boolean): Reading[] {
  const amounts =
    columns.amount === undefined ? (['signed'] as const) : (['signed', 'inverted', 'unmarked_out'] as const);
  const debits = columns.debit === undefined ? (['positive'] as const) : (['positive', 'negative'] as const);
  const charges = columns.charges === undefined ? (['included'] as const) : (['included', 'extra'] as const);
  const swaps = isOpen && columns.credit !== undefined && columns.debit !== undefined ? [false, true] : [false];
  return amounts.flatMap((one) =>
    debits.flatMap((debit) =>
      charges.flatMap((charge) =>
        swaps.map((isSwapped) => ({ amounts: one, debits: debit, charges: charge, isSwapped })),
      ),
    ),
  );
}

export type BalanceWitness = {
  see(lineNumber: number, cells: readonly string[]): void;
  result(order: BalanceOrder | undefined): Proof;
};

/**
 * @param mayBeSwapped nobody has said which column is money in.
 * @param opening in thousandths: what was in the account before the oldest line, where the file says so.
 */
export function createWitness(
  columns: CsvColumns,
  decimal: DecimalMark,
  mayBeSwapped: boolean,
  opening: bigint | undefined,
): BalanceWitness {
  const candidates = readingsOf(columns, mayBeSwapped).flatMap((reading) =>
    orders.map((order): Candidate => ({ reading, order, sum: 0n, agreed: 0, broken: 0, brokenAt: undefined })),
  );
  const words = orders.map((order) => ({ order, of: new Map<string, Direction | undefined>() }));
  let before: { balance: bigint; word: string; amount: bigint } | undefined;
  let compared = 0;
  const numberIn = (cells: readonly string[], at: number | undefined) => {
    const read = at === undefined ? undefined : readAmountText(cells[at] ?? '', decimal);
    const units = read && toMinorUnits(read.decimal, exponent);
    return read === undefined || units === undefined
      ? undefined
      : { value: read.isNegative ? -units : units, mark: read.mark };
  };
  return {
    see(lineNumber, cells) {
      const amount = numberIn(cells, columns.amount);
      const credit = numberIn(cells, columns.credit);
      const debit = numberIn(cells, columns.debit);
      if (amount === undefined && credit === undefined && debit === undefined) return;
      const charges = numberIn(cells, columns.charges)?.value ?? 0n;
      const row = {
        amount: amount?.value ?? 0n,
        hasIn: amount?.mark === 'in',
        credit: credit?.value ?? 0n,
        debit: debit?.value ?? 0n,
        charges,
      };
      const balance = numberIn(cells, columns.balance)?.value;
      if (before !== undefined && balance !== undefined) {
        const moved = row.amount !== 0n || row.credit !== 0n || row.debit !== 0n;
        if (moved) compared += 1;
      }
      for (const one of candidates) {
        const last = before?.balance ?? (one.order === 'oldest_first' ? opening : undefined);
        compare(one, movedBy(row, one.reading), last, balance, lineNumber);
      }
      const word = (cells[columns.sign ?? -1] ?? '').trim();
      if (columns.sign !== undefined && balance !== undefined) {
        if (before !== undefined) {
          for (const { order, of } of words) {
            const change = order === 'oldest_first' ? balance - before.balance : before.balance - balance;
            const by = order === 'oldest_first' ? { word, amount: row.amount } : before;
            if (by.amount !== 0n && by.word !== '') vote(of, by.word, change, by.amount);
          }
        }
        before = { balance, word, amount: row.amount };
      } else if (balance !== undefined) before = { balance, word, amount: row.amount };
    },
    result(order) {
      for (const one of candidates) {
        if (one.order === 'oldest_first' || opening === undefined || before === undefined) continue;
        if (before.balance - opening === one.sum) one.agreed += 1;
        else one.broken += 1;
      }
      const possible = candidates.filter((one) => order === undefined || one.order === order);
      const agreeing = possible.filter(({ agreed, broken }) => agreed > 0 && broken === 0);
      const best = possible.toSorted((one, other) => one.broken - other.broken)[0];
      return {
        agreeing: agreeing.map(({ reading, order: inOrder }) => ({ reading, order: inOrder })),
        compared,
        coversAll: opening !== undefined,
        brokenAt: best?.brokenAt,
        words: words.find((one) => one.order === order)?.of ?? new Map(),
      };
    },
  };
}

/** A balance may stand on some lines only: then all amounts since the last one lead to it. */
function compare(
  one: Candidate,
  value: bigint,
  before: bigint | undefined,
  balance: bigint | undefined,
  lineNumber: number,
): void {
  if (one.order === 'oldest_first') one.sum += value;
  if (before !== undefined && balance !== undefined) {
    const change = one.order === 'oldest_first' ? balance - before : before - balance;
    if (change === one.sum) one.agreed += 1;
    else {
      one.broken += 1;
      one.brokenAt ??= lineNumber;
    }
  }
  if (balance !== undefined) one.sum = 0n;
  if (one.order === 'newest_first') one.sum += value;
}

function vote(of: Map<string, Direction | undefined>, word: string, change: bigint, amount: bigint): void {
  if (!of.has(word) && of.size >= wordsMax) return;
  const said = change === absolute(amount) ? 'in' : change === -absolute(amount) ? 'out' : undefined;
  of.set(word, of.has(word) && of.get(word) !== said ? undefined : said);
}
