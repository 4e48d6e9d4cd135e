/**
 * Lists that are read in pages: the fields of a query, opaque cursors, and one page of rows with the cursor of the next.
 * A cursor is the encoded id of the last row returned and, in a list sorted by something else, that key.
 */
import assert from 'node:assert/strict';
import { Type } from 'typebox';
import type { Page, SortedPlace } from '../../base/database/page.ts';
import { invalidField } from '../../base/errors/app-error.ts';

type Limits = { limitDefault?: number; limitMax: number };

/** What interface B and the company's lists take. */
export const companyLimits = { limitDefault: 50, limitMax: 200 };
const usualLimits = { limitDefault: 25, limitMax: 100 };

/** The fields of a list's query. Without `limitDefault`, the route gives `readPage` a limit itself. */
export const pageQuery = ({ limitDefault, limitMax }: Limits = usualLimits) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limitMax,
      ...(limitDefault === undefined ? {} : { default: limitDefault }),
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
});

/** As it was validated, which gave it the default. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined };

/** How a list names the row after which it goes on. */
type CursorFormat<Row, Cursor> = {
  encode(row: Row): string;
  /** @throws AppError `validation_failed` for text that is not a cursor of the list. */
  decode(text: string): Cursor;
};

/** Of a list in the order of one number. @param field the number. */
export const byId = <Field extends string>(field: Field): CursorFormat<Readonly<Record<Field, bigint>>, bigint> => ({
  encode: (row) => encode(`id:${row[field]}`),
  decode: (text) => numbersOf(text, /^id:(\d{1,19})$/)[0] as bigint,
});

/** Of a list in the order of a key, which may be negative, and among equals of an id. */
export const byKey = <Row>(cursorOf: (row: Row) => SortedPlace): CursorFormat<Row, SortedPlace> => ({
  encode: (row) => {
    const { key, id } = cursorOf(row);
    return encode(`at:${key}:${id}`);
  },
  decode: (text) => {
    const [key, id] = numbersOf(text, /^at:(-?\d{1,19}):(\d{1,19})$/) as [bigint, bigint];
    return { key, id };
  },
});

/** Of a list whose cursors are the ids that it shows. @param isOne whether a text can be one; without it, any text is. */
export const byText = <Field extends string>(
  field: Field,
  isOne: (text: string) => boolean = () => true,
): CursorFormat<Readonly<Record<Field, string>>, string> => ({
  encode: (row) => row[field],
  decode: (text) => {
    if (isOne(text)) return text;
    throw notACursor();
  },
});

/**
 * Reads one row more than the page holds, to know whether there are more.
 * @returns the page, and the cursor of the next one: null if this is the last.
 * @throws AppError `validation_failed` for a cursor that is none of this list.
 */
export async function readPage<Row, Cursor>(
  { limit, cursor: text }: PageQuery,
  cursor: CursorFormat<NoInfer<Row>, Cursor>,
  read: (page: Page<Cursor>) => Promise<readonly Row[]>,
): Promise<{ rows: Row[]; next: string | null }> {
  assert(limit !== undefined, 'The schema of a list has a default for its limit.');
  const after = text === undefined ? undefined : cursor.decode(text);
  const found = await read({ after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursor.encode(last) : null };
}

const idMax = 2n ** 63n - 1n;

const encode = (text: string): string => Buffer.from(text).toString('base64url');

function numbersOf(cursor: string, pattern: RegExp): bigint[] {
  const [, ...parts] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const numbers = parts.map(BigInt);
  if (numbers.length > 0 && numbers.every((one) => one <= idMax && one >= -idMax)) return numbers;
  throw notACursor();
}

const notACursor = () => invalidField('cursor', 'is not a cursor of this list');
