/** Opaque list cursors: the encoded id of the last row returned. */
import { AppError } from '../errors/app-error.ts';

const idMax = 2n ** 63n - 1n;

export const encodeCursor = (id: bigint): string => Buffer.from(`id:${id}`).toString('base64url');

/** @throws AppError `validation_failed` for text that is not a cursor. */
export function decodeCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  const match = /^id:(\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const id = match?.[1] === undefined ? undefined : BigInt(match[1]);
  if (id === undefined || id > idMax) {
    throw new AppError('validation_failed', {
      details: [{ field: 'cursor', message: 'is not a cursor of this list' }],
    });
  }
  return id;
}
