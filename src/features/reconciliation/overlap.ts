/**
 * Which lines of a new statement an earlier one has brought already. Pure. Two downloads can show one transfer twice, or
 * two transfers that look the same, so equal lines are taken for one only where the statements overlap in more than
 * them. What stays open is for a person (docs/contract/people.md, "Statements").
 */

/** A day of the new file on which earlier statements of the account have lines. */
export type SharedDay = {
  day: string;
  /** How many lines earlier statements have. */
  stored: number;
  /** How many of these have an equal in the file. */
  common: number;
  /** How many different lines are common; one with a time of day counts twice. */
  weight: number;
};

/** Two different lines that are equal in both are no coincidence, nor is one that was booked at the same second. */
const weightMin = 2;

/**
 * The days on which the file repeats all that was stored: it was downloaded again, and of equal lines those beyond the
 * stored number are new. Neighboring days that it repeats count together.
 * @param days in order, every one with stored lines between the file's first and last.
 */
export function findRepeatedDays(days: readonly SharedDay[]): Set<string> {
  const repeated = new Set<string>();
  let run: SharedDay[] = [];
  const close = (): void => {
    if (run.reduce((sum, { weight }) => sum + weight, 0) >= weightMin) for (const { day } of run) repeated.add(day);
    run = [];
  };
  for (const one of days) {
    if (one.common === one.stored) run.push(one);
    else close();
  }
  close();
  return repeated;
}

/** `key`: the same for equal lines. `weight` 0: it proves nothing. */
type CommonLine = { day: string; key: string; weight: number };

/**
 * The days with what the file has in common with statements in other formats beside those of its own.
 * @param counts by day, how many lines these have.
 */
export function createSharedDays(own: readonly SharedDay[], counts: ReadonlyMap<string, number>) {
  const days = new Map(own.map((one) => [one.day, { ...one }]));
  for (const [day, stored] of counts) {
    const one = days.get(day) ?? { day, stored: 0, common: 0, weight: 0 };
    days.set(day, { ...one, stored: one.stored + stored });
  }
  const weights = new Map<string, number>();
  return {
    /** One line of the file that is in a pair. */
    add({ day, key, weight }: CommonLine): void {
      const one = days.get(day);
      if (one === undefined) return;
      one.common += 1;
      // More would prove no more, and the keys of all lines are too many to hold.
      if (one.weight >= weightMin) return;
      const before = weights.get(`${day} ${key}`) ?? 0;
      if (weight <= before) return;
      one.weight += weight - before;
      weights.set(`${day} ${key}`, weight);
    },
    /** In order. */
    finish: (): SharedDay[] => [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

/** `key`: the same for equal lines. */
export type DayLine = { key: Key; timed: boolean };
type Key = string | number;

type LineVerdict = 'new' | 'repeated' | 'possible';

/**
 * A day of which the file has a part: where it begins or ends in the middle, its first or last lines are the last or
 * first ones stored. Outside of that run, a line with a stored equal is open.
 * @param file, stored the lines of the day in the order of their files.
 * @param isBesideRepeated the day before or after is repeated: then one line is enough for a run.
 */
export function alignDay(
  file: readonly DayLine[],
  stored: readonly DayLine[],
  isBesideRepeated: boolean,
): LineVerdict[] {
  const [files, storeds] = [file.map(({ key }) => key), stored.map(({ key }) => key)];
  const atStart = overlapLength(files, storeds);
  const atEnd = overlapLength(storeds, files);
  const run = contains(storeds, files)
    ? { from: 0, to: file.length }
    : atStart >= atEnd
      ? { from: 0, to: atStart }
      : { from: file.length - atEnd, to: file.length };
  const inRun = file.slice(run.from, run.to);
  const weights = new Map(inRun.map(({ key, timed }) => [key, timed ? 2 : 1]));
  const weight = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const isRun = weight >= weightMin || (isBesideRepeated && inRun.length === file.length);
  const left = new Map<Key, number>();
  for (const key of storeds) left.set(key, (left.get(key) ?? 0) + 1);
  const take = (key: Key): boolean => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  };
  const verdicts: LineVerdict[] = file.map(() => 'new');
  if (isRun) {
    for (let at = run.from; at < run.to; at += 1) {
      take(files[at] as Key);
      verdicts[at] = 'repeated';
    }
  }
  file.forEach(({ key, timed }, at) => {
    if (verdicts[at] === 'new' && take(key)) verdicts[at] = timed ? 'repeated' : 'possible';
  });
  return verdicts;
}

/** The length of the longest beginning of `a` that is an end of `b`. */
function overlapLength(a: readonly Key[], b: readonly Key[]): number {
  const fallback = fallbacks(a);
  let length = 0;
  for (const one of b) length = advance(a, fallback, length, one);
  return length;
}

function contains(all: readonly Key[], part: readonly Key[]): boolean {
  const fallback = fallbacks(part);
  let length = 0;
  for (const one of all) {
    length = advance(part, fallback, length, one);
    if (length === part.length) return true;
  }
  return false;
}

/** Knuth, Morris and Pratt: for each beginning, the length of its longest own end that is a beginning too. */
function fallbacks(pattern: readonly Key[]): number[] {
  const table = [0];
  for (let at = 1; at < pattern.length; at += 1) {
    table.push(advance(pattern, table, table[at - 1] as number, pattern[at] as Key));
  }
  return table;
}

function advance(pattern: readonly Key[], fallback: readonly number[], from: number, next: Key): number {
  let length = from;
  while (length > 0 && pattern[length] !== next) length = fallback[length - 1] as number;
  return pattern[length] === next ? length + 1 : length;
}
