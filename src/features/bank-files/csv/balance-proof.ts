/**
 * The running balance as proof: of all ways to read the amounts, which one leads from each balance to the next? Pure.
 * Amounts are counted in thousandths here, whatever the currency.
 */
import { toMinorUnits } from '../../../base/money/amount.ts';
import { absolute } from '../../../base/money/compare.ts';
import { type DecimalMark, readAmountText } from './amount-text.ts';
import type { CsvColumns, CsvMapping } from './csv-mapping.ts';
import type { Direction } from './sign-words.ts';

type Reading = {
  amounts: CsvMapping['amounts'];
  debits: CsvMapping['debits'];
  charges: CsvMapping['charges'];
  /** The columns of credits and debits are each other's. */
  isSwapped: boolean;
};
type BalanceOrder = 'oldest_first' | 'newest_first';
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

type Row = {
  amount: bigint;
  hasIn: boolean;
  credit: bigint;
  debit: bigint;
  charges: bigint;
  balance: bigint | undefined;
};

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
  const words = createWordVotes();
  let before: bigint | undefined;
  let compared = 0;
  let isSparse = false;
  return {
    see(lineNumber, cells) {
      const row = readRow(cells, columns, decimal);
      if (row === undefined) return;
      const { balance } = row;
      if (before !== undefined && balance !== undefined && movedBy(row, anyReading) !== 0n) compared += 1;
      for (const one of candidates) {
        const last = before ?? (one.order === 'oldest_first' ? opening : undefined);
        compare(one, movedBy(row, one.reading), last, balance, lineNumber);
      }
      if (columns.sign !== undefined) words.see((cells[columns.sign] ?? '').trim(), row.amount, balance);
      isSparse ||= balance === undefined;
      before = balance ?? before;
    },
    result(order) {
      for (const one of candidates) {
        if (one.order === 'oldest_first' || opening === undefined || before === undefined) continue;
        if (before - opening === one.sum) one.agreed += 1;
        else one.broken += 1;
      }
      const possible = candidates.filter((one) => order === undefined || one.order === order);
      const agreeing = possible.filter(({ agreed, broken }) => agreed > 0 && broken === 0);
      const best = possible.toSorted((one, other) => one.broken - other.broken)[0];
      return {
        agreeing: agreeing.map(({ reading, order: inOrder }) => ({ reading, order: inOrder })),
        compared,
        coversAll: opening !== undefined && !isSparse,
        brokenAt: best?.brokenAt,
        words: words.result(order),
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

const anyReading: Reading = { amounts: 'signed', debits: 'positive', charges: 'included', isSwapped: false };

/** Undefined for a line without an amount. */
function readRow(cells: readonly string[], columns: CsvColumns, decimal: DecimalMark): Row | undefined {
  const numberIn = (at: number | undefined) => {
    const read = at === undefined ? undefined : readAmountText(cells[at] ?? '', decimal);
    const units = read && toMinorUnits(read.decimal, exponent);
    return read === undefined || units === undefined
      ? undefined
      : { value: read.isNegative ? -units : units, mark: read.mark };
  };
  const [amount, credit, debit] = [numberIn(columns.amount), numberIn(columns.credit), numberIn(columns.debit)];
  if (amount === undefined && credit === undefined && debit === undefined) return undefined;
  return {
    amount: amount?.value ?? 0n,
    hasIn: amount?.mark === 'in',
    credit: credit?.value ?? 0n,
    debit: debit?.value ?? 0n,
    charges: numberIn(columns.charges)?.value ?? 0n,
    balance: numberIn(columns.balance)?.value,
  };
}

/** What each step of the balance says of the word beside its amount. */
function createWordVotes() {
  const votes = orders.map((order) => ({ order, of: new Map<string, Direction | undefined>() }));
  let before: { balance: bigint; word: string; amount: bigint } | undefined;
  return {
    see(word: string, amount: bigint, balance: bigint | undefined): void {
      if (balance === undefined) return;
      for (const { order, of } of before === undefined ? [] : votes) {
        const isOldestFirst = order === 'oldest_first';
        const change = isOldestFirst ? balance - before!.balance : before!.balance - balance;
        const by = isOldestFirst ? { word, amount } : before!;
        if (by.amount !== 0n && by.word !== '') vote(of, by.word, change, by.amount);
      }
      before = { balance, word, amount };
    },
    result: (order: BalanceOrder | undefined) => votes.find((one) => one.order === order)?.of ?? new Map(),
  };
}

function vote(of: Map<string, Direction | undefined>, word: string, change: bigint, amount: bigint): void {
  if (!of.has(word) && of.size >= wordsMax) return;
  const said = change === absolute(amount) ? 'in' : change === -absolute(amount) ? 'out' : undefined;
  of.set(word, of.has(word) && of.get(word) !== said ? undefined : said);
}
