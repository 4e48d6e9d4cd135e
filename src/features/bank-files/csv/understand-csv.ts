/**
 * Finds out how to read a bank's CSV, from its text alone. What the file shows is certain; what it leaves open is a
 * question with its answers, never a guess (docs/contract/people.md, "Statements").
 */
import { toMinorUnits } from '../../../base/money/amount.ts';
import { findCurrency } from '../../../base/money/currency.ts';
import type { FileProblem } from '../statement-file.ts';
import { Unreadable } from '../unreadable.ts';
import type { DecimalMark } from './amount-text.ts';
import { type Assigned, assignRoles, type Column, columnsOf } from './assign-roles.ts';
import { createWitness, type Proof } from './balance-proof.ts';
import {
  type CsvAnswers,
  type CsvColumns,
  type CsvMapping,
  type CsvRole,
  fingerprintOf,
  joinAnswers,
} from './csv-mapping.ts';
import { type CsvDialect, type CsvRecord, type CsvText, CsvUnreadable } from './csv-records.ts';
import { type DateOrder, dateOrders } from './date-text.ts';
import { type Decided, type DirectionAnswer, decideDirection } from './decide-direction.ts';
import { knownStatus } from './known-words.ts';
import { type CsvLayout, findLayout } from './layout.ts';
import { answersOfColumns, type NamedColumns } from './named-columns.ts';
import { type Preamble, readPreamble } from './preamble.ts';
import { hearWitnesses, type Survey, surveyColumns } from './survey.ts';

/** Opens the file's decoded text at its beginning, each time it is called. */
type OpenText = () => CsvText;

/** What only a person can say. Each answer's `change` is joined with the other answers, and the file looked at again. */
export type CsvQuestion =
  | { kind: 'direction'; answers: DirectionAnswer[] }
  | { kind: 'sign_words'; column: number; words: string[] }
  | { kind: 'date_order'; example: string; answers: { order: DateOrder; change: CsvAnswers }[] }
  | { kind: 'decimal'; example: string; answers: { decimal: DecimalMark; change: CsvAnswers }[] }
  | { kind: 'currency' }
  | { kind: 'columns'; role: CsvRole; answers: { column: number; change: CsvAnswers }[] }
  | { kind: 'charges'; answers: { charges: CsvMapping['charges']; change: CsvAnswers }[] }
  | { kind: 'status'; column: number; words: string[] };

export type UnderstoodCsv = {
  ok: true;
  /** Undefined while a question is open without whose answer nothing can be read. */
  mapping: CsvMapping | undefined;
  /** What is known so far, for a screen. */
  known: CsvAnswers;
  certain: Partial<Record<CsvRole, boolean>>;
  questions: CsvQuestion[];
  fingerprint: string;
  /** As written; empty without a header. */
  names: string[];
  /** The first lines. */
  samples: CsvRecord[];
  /** Lines with a date. */
  rows: number;
  account: string | undefined;
  /** How the running balance goes with the amounts. `brokenAt` is the first line that it contradicts. */
  balance: { agrees: boolean; brokenAt: number | undefined } | undefined;
};

type Result = UnderstoodCsv | { ok: false; problems: FileProblem[] };

const headLengthMax = 128 * 1_024;

/** @param said what a person has said already. @param named the only columns that are read. */
export async function understandCsv(open: OpenText, said: CsvAnswers = {}, named?: NamedColumns): Promise<Result> {
  try {
    const found = await findLayout(await readHead(open()), said, named);
    const header = found.names.length > 0 ? found.names : found.first;
    const given = named === undefined ? said : joinAnswers(said, answersOfColumns(named, header));
    const date = given.columns?.date;
    const layout = typeof date === 'number' ? { ...found, dates: [date] } : found;
    const { survey, dialect } = await surveyIn(open, layout, given);
    if (survey.rows === 0) return unreadable(emptyMessage(layout, survey));
    const all = columnsOf(layout.width, layout.names, survey.facts, survey.repeated);
    return await conclude(open, {
      layout,
      dialect,
      survey,
      all,
      given,
      assigned: assignRoles(all, survey.rows, given),
      isNamed: named !== undefined,
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return unreadable(error.message, error.lineNumber);
  }
}

const unreadable = (message: string, lineNumber?: number): Result => ({
  ok: false,
  problems: [{ lineNumber, message }],
});

const emptyMessage = ({ header }: CsvLayout, { after }: Survey): string =>
  header.length > 0 && after.length === 0
    ? 'The file has a header and no entries. Choose a period with entries at your bank.'
    : 'No line has both an amount and a date with its year. Is this a bank’s statement, and complete?';

async function readHead(text: CsvText): Promise<string> {
  let head = '';
  for await (const piece of text) {
    head += piece;
    if (head.length <= headLengthMax) continue;
    const end = Math.max(head.lastIndexOf('\n', headLengthMax), head.lastIndexOf('\r', headLengthMax));
    return head.slice(0, end === -1 ? headLengthMax : end + 1);
  }
  return head;
}

/** Reads quotes as characters like any other where the file as a whole has them wrong. */
async function surveyIn(
  open: OpenText,
  layout: CsvLayout,
  given: CsvAnswers,
): Promise<{ survey: Survey; dialect: CsvDialect }> {
  const dialect: CsvDialect = { delimiter: layout.delimiter, quote: layout.quote, escape: layout.escape };
  try {
    return { survey: await surveyColumns(open(), layout, dialect), dialect };
  } catch (error) {
    if (!(error instanceof CsvUnreadable) || !error.isQuote || given.quote !== undefined) throw error;
    for (const other of [
      { ...dialect, escape: 'backslash' as const },
      { ...dialect, quote: null },
    ]) {
      const survey = await surveyColumns(open(), layout, other).catch((failed) => {
        if (!(failed instanceof CsvUnreadable)) throw failed;
      });
      // A quote that is opened and never closed leaves cells that begin with one.
      const isOpened = survey?.samples.some(({ cells }) => cells.some((cell) => cell.startsWith('"')));
      if (survey !== undefined && isOpened === false) return { survey, dialect: other };
    }
    throw error;
  }
}

type Seen = {
  layout: CsvLayout;
  dialect: CsvDialect;
  survey: Survey;
  all: Column[];
  given: CsvAnswers;
  assigned: Assigned;
  /** A person has named the columns. */
  isNamed: boolean;
};

async function conclude(open: OpenText, seen: Seen): Promise<UnderstoodCsv> {
  const { layout, dialect, survey, given, all } = seen;
  const questions: CsvQuestion[] = [];
  const order = decideOrder(seen, questions);
  const preamble = readPreamble([...layout.before, ...survey.after], undefined, order);
  const currency = decideCurrency(seen, preamble.currency, questions);
  const decimal = decideDecimal(seen, currency.code, questions);
  const { proof, assigned, inOrder } = await prove(open, seen, order, decimal);
  const known = {
    columns: assigned.columns,
    all,
    given,
    proof,
    rows: survey.rows,
    isCard: isCard(seen),
  };
  const decided = decideDirection(known);
  const columns = { ...decided.columns };
  askColumns(assigned, columns, questions);
  const charges = decideCharges(columns, all, given, proof, questions);
  askStatus(columns, all, given, questions);
  if (decided.answers.length > 0) questions.push({ kind: 'direction', answers: decided.answers });
  if (decided.unknownWords.length > 0 && columns.sign !== undefined) {
    questions.push({ kind: 'sign_words', column: columns.sign, words: decided.unknownWords });
  }
  const draft = {
    ...{ ...dialect, lines_before: layout.lines_before, header_lines: layout.header_lines, header: layout.header },
    ...{ width: layout.width, columns, texts: assigned.texts.filter((at) => !Object.values(columns).includes(at)) },
    ...{ amounts: decided.amounts, debits: decided.debits, sign_words: decided.sign_words, charges },
    ...{ status_words: given.status_words ?? { booked: [], pending: [], void: [] }, currency: currency.kept },
    balance_order: balanceOrder(proof, decided, columns, charges, inOrder),
  };
  const canRead = order !== undefined && decimal !== undefined && questions.every(({ kind }) => kind === 'direction');
  return {
    ok: true,
    mapping: canRead ? { ...draft, date_order: order, decimal } : undefined,
    known: { ...draft, ...(order !== undefined && { date_order: order }), ...(decimal !== undefined && { decimal }) },
    certain: {
      ...assigned.certain,
      ...(columns.amount !== undefined && { amount: decided.isCertain && assigned.certain.amount === true }),
    },
    questions,
    fingerprint: fingerprintOf(layout.delimiter, layout.header, all.map(kindOf)),
    ...{ names: layout.names, samples: survey.samples, rows: survey.rows, account: preamble.account },
    balance: balanceOf(proof),
  };
}

/** What a column without a name is, in the fingerprint of a file without a header. */
function kindOf({ facts }: Column): string {
  const mostly = (count: number) => facts.filled > 0 && count * 5 >= facts.filled * 4;
  if (mostly(facts.dates)) return 'date';
  if (mostly(facts.currencies)) return 'currency';
  if (mostly(facts.amounts) && facts.fractions > 0) return 'amount';
  return '';
}

function decideOrder({ all, given, assigned }: Seen, questions: CsvQuestion[]): DateOrder | undefined {
  if (given.date_order !== undefined) return given.date_order;
  const { date, value_date } = assigned.columns;
  const dated = all.filter(({ at }) => at === date || at === value_date).map(({ facts }) => facts);
  const open = dated.reduce((sum, facts) => sum + facts.openDates, 0);
  const count = (order: DateOrder) => dated.reduce((sum, facts) => sum + facts.orders[order], 0);
  // Days that are none in any order count for none.
  const most = Math.max(...dateOrders.map(count));
  const possible = dateOrders.filter((order) => count(order) === most && most > 0);
  const isSplit = dateOrders.some((order) => count(order) < most && count(order) > 0 && most < open);
  if (open === 0 || most === 0) return 'DMY';
  if (possible.length === 1 && !isSplit) return possible[0];
  const orders = isSplit ? dateOrders.filter((order) => count(order) > 0) : possible;
  const example = dated.find(({ openExample }) => openExample !== undefined)?.openExample ?? '';
  questions.push({
    kind: 'date_order',
    example,
    answers: orders.map((order) => ({ order, change: { date_order: order } })),
  });
  return undefined;
}

const moneyRoles = ['amount', 'credit', 'debit', 'balance', 'charges'] as const;
const moneyOf = ({ all, assigned: { columns } }: Seen): Column[] =>
  all.filter(({ at }) => moneyRoles.some((role) => columns[role] === at));

/** `kept` is what the mapping has to say, because the file as such does not. */
function decideCurrency(
  seen: Seen,
  before: string | undefined,
  questions: CsvQuestion[],
): { code: string | undefined; kept: string | null } {
  const { given, assigned, all } = seen;
  if (assigned.columns.currency !== undefined) {
    const values = all[assigned.columns.currency]?.facts.values;
    return { code: values?.size === 1 ? [...values.keys()][0] : undefined, kept: null };
  }
  if (typeof given.currency === 'string') return { code: given.currency, kept: given.currency };
  const money = moneyOf(seen);
  const found = new Set(
    money.flatMap(({ header, facts }) => [
      ...(header.currency === undefined ? [] : [header.currency]),
      ...facts.inCells,
    ]),
  );
  const [code] = found;
  if (found.size === 1 && code !== undefined && (before === undefined || before === code)) return { code, kept: code };
  if (found.size === 0 && before !== undefined) return { code: before, kept: null };
  questions.push({ kind: 'currency' });
  return { code: undefined, kept: null };
}

function decideDecimal(seen: Seen, currency: string | undefined, questions: CsvQuestion[]): DecimalMark | undefined {
  if (seen.given.decimal !== undefined) return seen.given.decimal;
  const money = moneyOf(seen).map(({ facts }) => facts);
  const sum = (count: (facts: (typeof money)[number]) => number) =>
    money.reduce((total, facts) => total + count(facts), 0);
  // Three decimals of a currency that has two are none.
  const hasThree = (findCurrency(currency)?.exponent ?? 3) === 3;
  const comma = sum(({ only }) => only.comma) + (hasThree ? 0 : sum(({ thirds }) => thirds.point));
  const point = sum(({ only }) => only.point) + (hasThree ? 0 : sum(({ thirds }) => thirds.comma));
  if (comma > 0 && point === 0) return 'comma';
  if (point > 0 && comma === 0) return 'point';
  const differing = sum((facts) => facts.differing);
  if (point === 0 && differing === 0) return 'point';
  const example = money.find(({ differingExample }) => differingExample !== undefined)?.differingExample ?? '';
  const answers = (['point', 'comma'] as const).map((decimal) => ({ decimal, change: { decimal } }));
  questions.push({ kind: 'decimal', example, answers });
  return undefined;
}

/** Of two columns of amounts without names, the balances may say which is which. */
function pairsOf({ columns, open }: Assigned): CsvColumns[] {
  const amounts = open.find(({ role }) => role === 'amount')?.columns ?? [];
  if (columns.balance !== undefined || amounts.length < 2 || amounts.length > 3) return [];
  return amounts.flatMap((amount) =>
    amounts.filter((other) => other !== amount).map((balance) => ({ ...columns, amount, balance })),
  );
}

/** In thousandths. */
function openingOf({ balances }: Preamble): bigint | undefined {
  const [one, another] = balances.filter(({ which }) => which === 'opening');
  if (one === undefined || another !== undefined) return undefined;
  const units = toMinorUnits(one.amount.decimal, 3);
  return units !== undefined && one.amount.isNegative ? -units : units;
}

type Proved = { proof: Proof | undefined; assigned: Assigned; inOrder: 'oldest_first' | 'newest_first' | undefined };

async function prove(
  open: OpenText,
  seen: Seen,
  order: DateOrder | undefined,
  decimal: DecimalMark | undefined,
): Promise<Proved> {
  const { layout, dialect, assigned, all } = seen;
  const { columns } = assigned;
  const pairs = pairsOf(assigned);
  const accounts = all[columns.own_account ?? -1]?.facts.values?.size ?? 1;
  const hasBalance = columns.balance !== undefined || pairs.length > 0;
  if (!hasBalance || decimal === undefined || order === undefined || columns.date === undefined || accounts > 1) {
    return { proof: undefined, assigned, inOrder: undefined };
  }
  const isOpen =
    layout.header.length === 0 && seen.given.columns?.credit === undefined && seen.given.columns?.debit === undefined;
  const opening = openingOf(readPreamble([...layout.before, ...seen.survey.after], decimal, order));
  const witnesses = (pairs.length > 0 ? pairs : [columns]).map((one) => ({
    columns: one,
    ...createWitness(one, decimal, isOpen, opening),
  }));
  const inOrder = await hearWitnesses(open(), layout, dialect, { at: columns.date, order }, witnesses);
  const results = witnesses.map((one) => ({ columns: one.columns, proof: one.result(inOrder) }));
  if (pairs.length === 0) return { proof: results[0]?.proof, assigned, inOrder };
  const proved = results.filter((one) => one.proof.agreeing.some(({ reading }) => reading.amounts === 'signed'));
  const [one] = proved;
  if (one === undefined || proved.length > 1) return { proof: undefined, assigned, inOrder };
  const isSure = { ...assigned.certain, amount: true, balance: true };
  const settled = {
    ...assigned,
    columns: one.columns,
    certain: isSure,
    open: assigned.open.filter(({ role }) => role !== 'amount'),
  };
  return { proof: one.proof, assigned: settled, inOrder };
}

const balanceOf = (proof: Proof | undefined): UnderstoodCsv['balance'] =>
  proof === undefined || proof.compared === 0
    ? undefined
    : { agrees: proof.agreeing.length > 0, brokenAt: proof.agreeing.length > 0 ? undefined : proof.brokenAt };

/** Only of the reading that was decided on. */
function balanceOrder(
  proof: Proof | undefined,
  { amounts, debits }: Decided,
  columns: CsvColumns,
  charges: CsvMapping['charges'],
  inOrder: Proved['inOrder'],
): CsvMapping['balance_order'] {
  if (columns.sign !== undefined || columns.balance === undefined) return null;
  const orders = (proof?.agreeing ?? []).filter(({ reading, order }) => {
    const isSame =
      columns.amount === undefined
        ? reading.debits === debits || columns.debit === undefined
        : reading.amounts === amounts;
    return (
      isSame &&
      (columns.charges === undefined || reading.charges === charges) &&
      (inOrder === undefined || order === inOrder)
    );
  });
  const found = new Set(orders.map(({ order }) => order));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

function askColumns({ open, columns: assigned }: Assigned, columns: CsvColumns, questions: CsvQuestion[]): void {
  for (const { role, columns: candidates } of open) {
    questions.push({
      kind: 'columns',
      role,
      answers: candidates.map((column) => ({ column, change: { columns: { [role]: column } } })),
    });
  }
  if (assigned.date === undefined) questions.push({ kind: 'columns', role: 'date', answers: [] });
  const hasMoney = columns.amount !== undefined || columns.credit !== undefined || columns.debit !== undefined;
  if (!hasMoney) questions.push({ kind: 'columns', role: 'amount', answers: [] });
}

function decideCharges(
  columns: CsvColumns,
  all: readonly Column[],
  given: CsvAnswers,
  proof: Proof | undefined,
  questions: CsvQuestion[],
): CsvMapping['charges'] {
  const facts = all[columns.charges ?? -1]?.facts;
  if (given.charges !== undefined) return given.charges;
  if (facts === undefined || facts.positives + facts.negatives === 0) {
    // Whether they would come off the amount was not to be seen.
    delete columns.charges;
    return 'included';
  }
  const proved = new Set((proof?.agreeing ?? []).map(({ reading }) => reading.charges));
  if (proved.size === 1) return [...proved][0] ?? 'included';
  const answers = (['included', 'extra'] as const).map((charges) => ({ charges, change: { charges } }));
  questions.push({ kind: 'charges', answers });
  return 'included';
}

function askStatus(columns: CsvColumns, all: readonly Column[], given: CsvAnswers, questions: CsvQuestion[]): void {
  const column = all[columns.status ?? -1];
  if (column === undefined) return;
  const said = Object.values(given.status_words ?? {}).flat();
  const words = [...(column.facts.values?.keys() ?? [])];
  const unknown = words.filter((word) => knownStatus(word) === undefined && !said.includes(word));
  if (unknown.length === 0) return;
  // `Info` and the like may be about anything.
  if (unknown.length === words.length && !/stat|stav|stan/i.test(column.name)) delete columns.status;
  else questions.push({ kind: 'status', column: column.at, words: unknown });
}

const cardWords =
  /\b(card|cards|cardholder|credit card|card member|kredietkaart|kreditkarte|karteninhaber|kartennummer|kaarthouder|creditcard|mcc|merchant category|tarjeta|carte|kartu|kortnummer)\b/i;

/** Statements of cards often have what was spent above 0. A file whose columns a person named is taken by its signs. */
const isCard = ({ layout, all, assigned: { columns }, isNamed }: Seen): boolean => {
  const amount = all[columns.amount ?? -1]?.facts;
  const saysSo = [...layout.names, ...layout.before.flatMap(({ cells }) => cells)].some((name) => cardWords.test(name));
  return saysSo && !isNamed && amount !== undefined && amount.positives >= amount.negatives;
};
