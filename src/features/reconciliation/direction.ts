/**
 * Whether a line's money came in or went out, when its amount has no sign. Pure. Must never guess: a file in which the
 * direction may be in a column that was not mapped is imported with its lines undecided (docs/contract/people.md,
 * "Statements").
 */
import { isSignHeader, knownDirection } from '../bank-files/csv/sign-words.ts';

type Column = {
  name: string;
  filled: number;
  onlyWords: boolean;
  /** A word that hardly means anything else. */
  hasOutgoing: boolean;
  /** A word for money that went out beside an amount above 0. */
  contradicts: boolean;
  /** Undefined once there are more than two, or one that is no short word. */
  values: Set<string> | undefined;
};

const wordLengthMax = 20;
const shortWord = /^\p{L}{1,12}$/u;
/** Two values that fill a column of so many rows are hardly names. */
const twoValuesRowsMin = 3;
const plainWordLengthMin = 3;

export type SignFinder = {
  /** @param amount minor units. */
  see(record: readonly string[], amount: bigint): void;
  /** The columns that could say which lines went out, while the amounts do not. */
  suspects(): string[];
};

/** @param mapped the positions of columns that are used for something else. */
export function createSignFinder(header: readonly string[], mapped: ReadonlySet<number>): SignFinder {
  const columns = header.flatMap((name, at): [number, Column][] => {
    if (mapped.has(at)) return [];
    const column = {
      name,
      filled: 0,
      onlyWords: true,
      hasOutgoing: false,
      contradicts: false,
      values: new Set<string>(),
    };
    return [[at, column]];
  });
  let rows = 0;
  let hasMinus = false;
  return {
    see(record, amount) {
      rows += 1;
      hasMinus ||= amount < 0n;
      for (const [at, column] of columns) {
        const cell = (record[at] ?? '').trim();
        if (cell !== '') judge(column, cell, amount);
      }
    },
    suspects: () =>
      columns.flatMap(([, column]) => {
        const isSuspect = hasMinus ? column.onlyWords && column.contradicts : couldBeSign(column, rows);
        return column.filled > 0 && isSuspect ? [column.name] : [];
      }),
  };
}

function judge(column: Column, cell: string, amount: bigint): void {
  column.filled += 1;
  const direction = cell.length > wordLengthMax ? undefined : knownDirection(cell);
  if (direction === undefined) column.onlyWords = false;
  if (direction === 'out') {
    column.hasOutgoing ||= cell.length >= plainWordLengthMin;
    column.contradicts ||= amount > 0n;
  }
  if (column.values === undefined) return;
  if (!shortWord.test(cell)) column.values = undefined;
  else if (column.values.add(cell).size > 2) column.values = undefined;
}

const couldBeSign = ({ name, filled, onlyWords, hasOutgoing, values }: Column, rows: number): boolean =>
  isSignHeader(name) || onlyWords || hasOutgoing || (values?.size === 2 && filled === rows && rows >= twoValuesRowsMin);
