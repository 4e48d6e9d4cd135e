/** Opaque list cursors: the encoded id of the last row returned and, of a list sorted by something else, that key. */
import { invalidField } from '../../base/errors/app-error.ts';

const idMax = 2n ** 63n - 1n;

export const encodeCursor = (id: bigint): string => encode(`id:${id}`);

/** @throws AppError `validation_failed` for text that is not a cursor. */
export function decodeCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  return numbersOf(cursor, /^id:(\d{1,19})$/)[0];
}

/** Where a page of a sorted list ended: the sort key of its last row, and that row's id. */
type Place = { key: bigint; id: bigint };

export const encodePlace = ({ key, id }: Place): string => encode(`at:${key}:${id}`);

/** @throws AppError `validation_failed` for text that is not a cursor of a sorted list. */
export function decodePlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [key, id] = numbersOf(cursor, /^at:(-?\d{1,19}):(\d{1,19})$/) as [bigint, bigint];
  return { key, id };
}

const encode = (text: string): string => Buffer.from(text).toString('base64url');

function numbersOf(cursor: string, pattern: RegExp): bigint[] {
  const [, ...parts] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const numbers = parts.map(BigInt);
  if (numbers.length > 0 && numbers.every((one) => one <= idMax && one >= -idMax)) return numbers;
  throw invalidField('cursor', 'is not a cursor of this list');
}
