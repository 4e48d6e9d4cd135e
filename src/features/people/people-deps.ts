/** The dependencies of this folder's use cases. Types only: `people.ts` wires them. */
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Attempts } from './attempts.ts';
import type { Auth, CookieNames } from './auth.ts';
import type { BrowserMarks } from './browser-marks.ts';
import type { HashQueue } from './hash-queue.ts';
import type { Person } from './person.ts';

/** Runs in the transaction that turns a confirmed sign-up into a person, where the sign-up asked for a wallet. */
export type OnConfirmed = (tx: Tx, person: Person) => Promise<void>;

export type PeopleDeps = {
  auth: Auth;
  cookieNames: CookieNames;
  db: Database;
  attempts: Attempts;
  hashes: HashQueue;
  marks: BrowserMarks;
  /** Set while a second factor is changed: what writes the entry of this change. */
  secondFactorEntry: AsyncLocalStorage<() => Promise<void>>;
  publicUrl: string;
  onConfirmed: OnConfirmed;
};
