/**
 * Whether a file says which lines went out, and how. Pure. Must never guess: what neither signs nor words nor balances
 * say is a question, and until it is answered every line is of an unknown direction.
 */
import type { Column } from './assign-roles.ts';
import type { Proof } from './balance-proof.ts';
import type { CsvAnswers, CsvColumns, CsvMapping } from './csv-mapping.ts';
import { directionOf, isSignHeader, knownDirection, type SignWords } from './sign-words.ts';

export type DirectionAnswer = { says: string; change: CsvAnswers };
export type Decided = Pick<CsvMapping, 'amounts' | 'debits' | 'sign_words'> & {
  columns: CsvColumns;
  isCertain: boolean;
  /** What a person is asked; each answer with the change that it makes. */
  answers: DirectionAnswer[];
  /** Words in the sign column that nobody has explained. */
  unknownWords: string[];
};

const noWords = { incoming: [], outgoing: [] };

type Known = {
  columns: CsvColumns;
  all: readonly Column[];
  given: CsvAnswers;
  proof: Proof | undefined;
  rows: number;
  isCard: boolean;
};

export function decideDirection(known: Known): Decided {
  const { columns, given } = known;
  const start: Decided = {
    columns,
    amounts: given.amounts ?? 'signed',
    debits: given.debits ?? 'positive',
    sign_words: given.sign_words ?? noWords,
    isCertain: true,
    answers: [],
    unknownWords: [],
  };
  if (columns.amount === undefined) return decideSplit(known, start);
  if (given.amounts !== undefined) return start;
  if (columns.sign !== undefined) return decideSign(known, start, columns.sign);
  return decideAmount(known, start, columns.amount);
}

/** Money in and money out in columns of their own. */
function decideSplit({ columns, all, given, proof }: Known, start: Decided): Decided {
  const debit = all.find(({ at }) => at === columns.debit)?.facts;
  const credit = all.find(({ at }) => at === columns.credit)?.facts;
  const readings = (proof?.agreeing ?? []).map(({ reading }) => reading);
  const isNamed = all.some(({ at, name }) => (at === columns.debit || at === columns.credit) && name !== '');
  const swaps = new Set(readings.map(({ isSwapped }) => isSwapped));
  const isSaid = given.columns?.debit !== undefined || given.columns?.credit !== undefined;
  const swapped = {
    ...columns,
    ...(columns.debit !== undefined && { credit: columns.debit }),
    ...(columns.credit !== undefined && { debit: columns.credit }),
  };
  if (!isNamed && !isSaid && swaps.size !== 1) {
    // A minus in one of the two says which one it is.
    const answers = [
      { says: 'first_out', change: { columns: { debit: columns.debit ?? null, credit: columns.credit ?? null } } },
      { says: 'second_out', change: { columns: { debit: columns.credit ?? null, credit: columns.debit ?? null } } },
    ];
    return { ...start, amounts: 'unknown', isCertain: false, answers };
  }
  const isSwapped = swaps.has(true) && !swaps.has(false);
  const decided = isSwapped ? { ...start, columns: swapped } : start;
  const [out] = isSwapped ? [credit, debit] : [debit, credit];
  if (given.debits !== undefined || out === undefined) return decided;
  const proved = new Set(readings.map(({ debits }) => debits));
  if (proved.size === 1) return { ...decided, debits: [...proved][0] ?? 'positive' };
  if (out.negatives > 0 && out.positives > 0) {
    const answers = (['positive', 'negative'] as const).map((debits) => ({
      says: `debits_${debits}`,
      change: { debits },
    }));
    return { ...decided, amounts: 'unknown', isCertain: false, answers };
  }
  return { ...decided, debits: out.negatives > 0 ? 'negative' : 'positive' };
}

/** A column of its own says it in words. */
function decideSign({ columns, all, given, proof, rows }: Known, start: Decided, at: number): Decided {
  const sign = all.find((one) => one.at === at);
  const amount = all.find((one) => one.at === columns.amount);
  const words = [...(sign?.facts.values?.keys() ?? [])];
  const said: SignWords = start.sign_words;
  const unknown = words.filter((word) => directionOf(word, said) === undefined);
  if (amount !== undefined && amount.facts.negatives > 0 && unknown.length > 0 && given.columns?.sign === undefined) {
    // The amounts have signs, and the column is of something else.
    const { sign: _, ...without } = columns;
    return decideAmount(
      { columns: without, all, given, proof, rows, isCard: false },
      { ...start, columns: without },
      amount.at,
    );
  }
  const proved = (way: 'in' | 'out') => unknown.filter((word) => proof?.words.get(word) === way);
  const left = unknown.filter((word) => proof?.words.get(word) === undefined);
  return {
    ...start,
    sign_words: { incoming: [...said.incoming, ...proved('in')], outgoing: [...said.outgoing, ...proved('out')] },
    isCertain: left.length === 0,
    unknownWords: left,
  };
}

function decideAmount({ columns, all, given, proof, rows, isCard }: Known, start: Decided, at: number): Decided {
  const amount = all.find((one) => one.at === at);
  if (amount === undefined || rows === 0) return start;
  const { negatives, positives, marks } = amount.facts;
  const isFree = ({ at: one }: Column) => !isUsed(one, columns) && given.texts?.includes(one) !== true;
  const suspects = all.filter(
    (one) => given.columns?.sign === undefined && isFree(one) && couldBeSign(one, rows, amount),
  );
  const plain = suspects.filter((one) => isPlainSign(one, rows));
  if (negatives === 0 && plain.length === 1 && plain[0] !== undefined) {
    return { ...start, columns: { ...columns, sign: plain[0].at } };
  }
  const proved = new Set(
    (proof?.agreeing ?? []).map(({ reading }) => reading.amounts).filter((one) => isPossible(one, amount)),
  );
  // The oldest line has no balance before it: where no amount has a sign, the others say nothing of it.
  const isProved = negatives > 0 || marks.in > 0 || proof?.coversAll === true;
  // The balance of a card may be what is owed.
  if (proved.size === 1 && isProved && !isCard) return { ...start, amounts: [...proved][0] ?? 'signed' };
  const bySign = suspects.map((one) => ({ says: 'sign_column', change: { columns: { sign: one.at } } }));
  if (marks.in > 0 && marks.out === 0 && marks.none > 0) {
    return {
      ...start,
      amounts: 'unknown',
      isCertain: false,
      answers: [...answersOf('unmarked_out', 'signed'), ...bySign],
    };
  }
  const contradicted = positives > 0 && suspects.some(({ facts }) => facts.signs === facts.filled);
  if (negatives > 0 && !isCard && !contradicted) return start;
  // All of it came in, unless a column could be the sign, or the balance says otherwise. Without a header, it may be half of two.
  const isDoubted = isCard || amount.name === '' || suspects.length > 0 || isAgainst(proof);
  if (negatives === 0 && marks.in + marks.out === 0 && !isDoubted) return start;
  if (marks.none === 0 && marks.in + marks.out > 0) return start;
  return { ...start, amounts: 'unknown', isCertain: false, answers: [...answersOf('signed', 'inverted'), ...bySign] };
}

/** Amounts without a sign are compared with the balance, and do not lead from one to the next. */
const isAgainst = (proof: Proof | undefined): boolean =>
  proof !== undefined &&
  proof.compared + proof.agreeing.length > 0 &&
  !proof.agreeing.some(({ reading }) => reading.amounts === 'signed');

const answersOf = (...amounts: CsvMapping['amounts'][]): DirectionAnswer[] =>
  amounts.map((one) => ({ says: one, change: { amounts: one } }));

/** `Cr` is needed for what has no mark to be out. */
const isPossible = (amounts: CsvMapping['amounts'], { facts }: Column): boolean =>
  amounts !== 'unmarked_out' || facts.marks.in > 0;

const isUsed = (at: number, { code: _, status: __, ...columns }: CsvColumns): boolean =>
  Object.values(columns).includes(at);

const shortWord = /^\p{L}{1,12}$/u;
/** Two values that fill a column of so many rows are hardly names. */
const twoValuesRowsMin = 3;
const plainWordLengthMin = 3;

/** While amounts have a minus, only words that contradict it matter. */
function couldBeSign({ name, facts }: Column, rows: number, amount: Column): boolean {
  if (facts.filled === 0 || facts.values === undefined || facts.amounts === facts.filled) return false;
  const words = [...facts.values];
  if (amount.facts.negatives > 0) {
    const out = words.reduce((sum, [word, count]) => sum + (knownDirection(word) === 'out' ? count : 0), 0);
    return facts.signs === facts.filled && facts.filled === rows && out > amount.facts.negatives;
  }
  const hasOutgoing = words.some(([word]) => word.length >= plainWordLengthMin && knownDirection(word) === 'out');
  const isPair =
    words.length === 2 &&
    facts.filled === rows &&
    rows >= twoValuesRowsMin &&
    words.every(([word]) => shortWord.test(word));
  return isSignHeader(name) || facts.signs === facts.filled || hasOutgoing || isPair;
}

/**
 * Words that say nothing else: on every line, in a column named for it or for the type of the line. `Credit` is a type of
 * card too, so that a column of another name has to be asked about.
 */
function isPlainSign({ name, header, facts }: Column, rows: number): boolean {
  if (facts.values === undefined || facts.filled !== rows || facts.signs !== facts.filled) return false;
  const words = [...facts.values.keys()];
  const hasBoth = new Set(words.map(knownDirection)).size === 2;
  if (name === '') return hasBoth;
  if (!header.roles.some(([role]) => role === 'code')) return false;
  return hasBoth || words.every((word) => word.length >= plainWordLengthMin);
}
