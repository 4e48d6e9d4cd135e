/** What a request asked for, in 32 bytes: the same ref with another request is told apart from the same sent again. */
import { createHash } from 'node:crypto';

/** @param parts what the request says, always in the same order. */
export const requestHash = (parts: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();
