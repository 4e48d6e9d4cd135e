/**
 * What was on an account before and after each statement, and the gaps between statements: where one does not begin with
 * what the one before it ended with, and no lines explain the difference. Pure. In whatever order they were imported.
 */

/** A statement, or several of one file that follow each other. Minor units. */
export type StatementPeriod = {
  currency: string;
  /** The day of the first entry; without entries, of the opening balance. */
  firstOn: string;
  /** The last day that it covers: of the last entry, or of the closing balance. */
  lastOn: string;
  opening: bigint;
  closing: bigint;
};

/** What is missing on an account between two statements. */
export type StatementGap = {
  currency: string;
  /** The last day before it that a statement covers, and the first one after it. */
  after: string;
  before: string;
  /** What moved in between: above 0 came in. Never 0. */
  amount: bigint;
};

/** Two neighbors of which the second does not begin where the first ended. It ends on a later day. */
export type Neighbors = { first: StatementPeriod; second: StatementPeriod };

/** Sums of lines that could explain the difference of two neighbors. `all`: with those that a person has to decide. */
export type LineSums = {
  /** From the first day of the first to the last day of the second. */
  both: Explained;
  /** From the first day of the first to the day before the second. */
  before: Explained;
  /** On the days between them. */
  between: Explained;
};
type Explained = { decided: bigint; all: bigint };

/** @param periods of one account and currency. @returns each gap's neighbors, if no lines explain it, in order of time. */
export function findBreaks(periods: readonly StatementPeriod[]): Neighbors[] {
  const sorted = periods.toSorted((a, b) => compare(a.firstOn, b.firstOn) || compare(b.lastOn, a.lastOn));
  const breaks: Neighbors[] = [];
  let last: StatementPeriod | undefined;
  for (const one of sorted) {
    if (last === undefined || one.opening === last.closing) {
      last = one.lastOn >= (last?.lastOn ?? '') ? one : last;
      continue;
    }
    // All of its days are those of another one.
    if (one.lastOn <= last.lastOn) continue;
    breaks.push({ first: last, second: one });
    last = one;
  }
  return breaks;
}

/** @returns undefined where lines explain the difference. */
export function gapBetween(
  { first, second }: Neighbors,
  { both, before, between }: LineSums,
): StatementGap | undefined {
  const isExplained = [
    [second.closing - first.opening, both],
    [second.opening - first.opening, before],
    [second.opening - first.closing, between],
  ] as const;
  if (isExplained.some(([moved, { decided, all }]) => moved === decided || moved === all)) return undefined;
  const amount =
    second.firstOn > first.lastOn
      ? second.opening - first.closing - between.decided
      : second.closing - first.opening - both.decided;
  return { currency: second.currency, after: first.lastOn, before: second.firstOn, amount };
}

/**
 * Of statements of one account and currency, at least one: that with which they begin, and that with which they end. Of several
 * that end on one day, the last is the one from whose closing balance none of the others goes on.
 */
export function endsOf(periods: readonly StatementPeriod[]): { first: StatementPeriod; last: StatementPeriod } {
  const firstOn = periods.map((one) => one.firstOn).reduce((a, b) => (b < a ? b : a));
  const lastOn = periods.map((one) => one.lastOn).reduce((a, b) => (b > a ? b : a));
  const beginning = periods.filter((one) => one.firstOn === firstOn);
  const ending = periods.filter((one) => one.lastOn === lastOn);
  const isAfter = (one: StatementPeriod, other: StatementPeriod) => other.closing === one.opening;
  const first = beginning.find((one) => !beginning.some((other) => isAfter(one, other)));
  const last = ending.findLast((one) => !ending.some((other) => isAfter(other, one)));
  return { first: (first ?? beginning[0]) as StatementPeriod, last: (last ?? ending.at(-1)) as StatementPeriod };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
