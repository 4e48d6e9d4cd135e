/** Tokens of mailed links: random, and stored only as a hash, so that a copy of the database opens none. */
import { createHash } from 'node:crypto';
import { randomBase62 } from '../../base/database/public-id.ts';

const tokenBytes = 32;

export const newToken = (): string => randomBase62(tokenBytes);

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
