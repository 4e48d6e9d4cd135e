/** SHA-256 of a request, to tell a re-send of a ref from another request under the same ref. */
import { createHash } from 'node:crypto';

/** @param parts the request's fields, always in the same order. */
export const requestHash = (parts: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();
