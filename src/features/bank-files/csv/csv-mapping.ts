/**
 * All that is needed to read a bank's CSV without guessing, as JSON: it is kept as the profile of a bank and chooses
 * itself, by its fingerprint, for the bank's next file.
 */
import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { foldText } from './fold-text.ts';

export const csvRoles = [
  ...['date', 'value_date', 'time', 'amount', 'sign', 'credit', 'debit', 'currency', 'balance', 'charges'],
  ...['bank_id', 'end_to_end_id', 'name', 'account', 'code', 'status', 'own_account'],
] as const;
export type CsvRole = (typeof csvRoles)[number];

export const columnsMax = 200;
export const linesBeforeMax = 100;
export const headerLinesMax = 3;
const wordsMax = 50;

const Position = Type.Integer({ minimum: 0, maximum: columnsMax - 1 });
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: wordsMax });
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  Type.Unsafe<Values[number]>(Type.Enum([...values]));

/** Where each role stands, counted from 0. */
export const CsvColumns = Type.Object(
  {
    date: Type.Optional(Position),
    value_date: Type.Optional(Position),
    time: Type.Optional(Position),
    amount: Type.Optional(Position),
    sign: Type.Optional(Position),
    credit: Type.Optional(Position),
    debit: Type.Optional(Position),
    currency: Type.Optional(Position),
    balance: Type.Optional(Position),
    charges: Type.Optional(Position),
    bank_id: Type.Optional(Position),
    end_to_end_id: Type.Optional(Position),
    name: Type.Optional(Position),
    account: Type.Optional(Position),
    code: Type.Optional(Position),
    status: Type.Optional(Position),
    own_account: Type.Optional(Position),
  },
  { additionalProperties: false },
);

export const CsvMapping = Type.Object(
  {
    delimiter: Type.String({ minLength: 1, maxLength: 1 }),
    /** Null: a quote is a character like any other. */
    quote: Type.Union([oneOf('"', "'"), Type.Null()]),
    /** What stands before a quote within a quoted cell: another quote, or a backslash. */
    escape: oneOf('quote', 'backslash'),
    /** Lines with cells, before the header or, without one, before the first entry. */
    lines_before: Type.Integer({ minimum: 0, maximum: linesBeforeMax }),
    header_lines: Type.Integer({ minimum: 0, maximum: headerLinesMax }),
    /** The names of the columns, folded; empty without a header. The file must have them. */
    header: Type.Array(Type.String({ maxLength: 200 }), { maxItems: columnsMax }),
    /** Cells of a line. */
    width: Type.Integer({ minimum: 1, maximum: columnsMax }),
    columns: CsvColumns,
    texts: Type.Array(Position, { maxItems: columnsMax }),
    decimal: oneOf('point', 'comma'),
    /** Of dates that don't begin with a year of four digits. */
    date_order: oneOf('DMY', 'MDY', 'YMD'),
    /** Of a file that names none itself, per line or before the header. */
    currency: Type.Union([Type.String({ pattern: '^[A-Z]{3}$' }), Type.Null()]),
    /**
     * What the amount's own sign says. `signed`: below 0 went out. `inverted`: above 0 went out. `unmarked_out`: what has
     * no `Cr` went out. `unknown`: nobody has said.
     */
    amounts: oneOf('signed', 'inverted', 'unmarked_out', 'unknown'),
    /** Whether the column of debits has amounts above 0, or below. */
    debits: oneOf('positive', 'negative'),
    sign_words: Type.Object({ incoming: Words, outgoing: Words }),
    /** Beside those that are known. Only what is booked counts; `void` never happened. */
    status_words: Type.Object({ booked: Words, pending: Words, void: Words }),
    /** Whether charges are in the amount already, or come off it. */
    charges: oneOf('included', 'extra'),
    /** Of the running balance, where it has been proved; null where there is none to rely on. */
    balance_order: Type.Union([oneOf('oldest_first', 'newest_first'), Type.Null()]),
  },
  { additionalProperties: false },
);
export type CsvMapping = Static<typeof CsvMapping>;
export type CsvColumns = Static<typeof CsvColumns>;

/** What a person has said of a file: it is taken as it is, and the rest found. A column of null has no such role. */
export type CsvAnswers = Partial<Omit<CsvMapping, 'columns'>> & { columns?: { [role in CsvRole]?: number | null } };

const PartOfMapping = Type.Partial(Type.Omit(CsvMapping, ['columns']), { additionalProperties: false }).properties;

/** `CsvAnswers` as JSON. */
export const CsvAnswersBody = Type.Object(
  {
    ...PartOfMapping,
    columns: Type.Optional(
      Type.Object(
        Object.fromEntries(csvRoles.map((role) => [role, Type.Optional(Type.Union([Position, Type.Null()]))])),
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

type Words = readonly string[];

/** Each word once: what was said later of it counts. */
function joinWords<Meaning extends string>(
  one: Record<Meaning, Words> | undefined,
  other: Record<Meaning, Words> | undefined,
): Record<Meaning, string[]> | undefined {
  if (one === undefined || other === undefined) return (one ?? other) as Record<Meaning, string[]> | undefined;
  const later = Object.values<Words>(other).flat();
  return Object.fromEntries(
    (Object.keys(other) as Meaning[]).map((meaning) => [
      meaning,
      [...(one[meaning] ?? []).filter((word) => !later.includes(word)), ...other[meaning]],
    ]),
  ) as Record<Meaning, string[]>;
}

/** Both answers; the later one counts. */
export function joinAnswers(one: CsvAnswers, other: CsvAnswers): CsvAnswers {
  const signs = joinWords(one.sign_words, other.sign_words);
  const statuses = joinWords(one.status_words, other.status_words);
  return {
    ...one,
    ...other,
    ...((one.columns ?? other.columns) && { columns: { ...one.columns, ...other.columns } }),
    ...(signs && { sign_words: signs }),
    ...(statuses && { status_words: statuses }),
  };
}

/** What a mapping says of another file of its layout: not how many lines that has around its entries. */
export function answersOfMapping(mapping: CsvMapping): CsvAnswers {
  const { columns, texts, decimal, date_order, currency, amounts, debits, sign_words, status_words, charges } = mapping;
  // Where a column says it, its words are looked at in each file.
  const isSaid = amounts !== 'unknown' && columns.sign === undefined;
  return {
    ...{ texts, decimal, date_order, debits, sign_words, status_words, charges },
    ...(isSaid ? { amounts, columns: { ...columns, sign: null } } : { columns }),
    ...(currency !== null && { currency }),
  };
}

/** The same for every file of one layout: of the delimiter and the header or, without one, what the columns hold. */
export const fingerprintOf = (delimiter: string, header: readonly string[], kinds: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([delimiter, header.length > 0 ? header : { kinds }]))
    .digest('hex')
    .slice(0, 32);

/** A header's cells as they are compared: without case, accents, punctuation and empty cells at the end. */
export function foldHeader(lines: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...lines.map((line) => line.length));
  const names = Array.from({ length: width }, (_, at) =>
    foldText(lines.map((line) => line[at] ?? '').join(' ')).slice(0, 200),
  );
  while (names.at(-1) === '') names.pop();
  return names;
}
