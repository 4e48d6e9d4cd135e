/** What the use cases of this folder work with. Types only: they stand below `people.ts`, which puts them together. */
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Attempts } from './attempts.ts';
import type { Auth } from './auth.ts';
import type { Person } from './person.ts';

/** Runs in the transaction that makes a confirmed sign-up a person. */
export type OnConfirmed = (tx: Tx, person: Person) => Promise<void>;

export type PeopleDeps = {
  auth: Auth;
  db: Database;
  attempts: Attempts;
  publicUrl: string;
  onConfirmed: OnConfirmed;
};
