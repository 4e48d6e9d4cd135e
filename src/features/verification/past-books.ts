/**
 * The books as of the end of a past day, in UTC: every balance derived again from the transfers up to then, and these
 * transfers compared with the seals that cover them. It reads all transfers, so a job does it. Never writes to the books.
 */
import type { Database } from '../../base/database/pool.ts';
import { inLongSnapshot, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { checkSeals } from '../../core/seals/check-seals.ts';
import {
  countUnsealed,
  findCovering,
  findPastBooks,
  findUnderWay,
  keepResult,
  type PastBooks,
  type PastResult,
  requestDay,
  sumPast,
} from './past-books.repository.ts';

const dayMs = 86_400_000;
const firstDay = '2000-01-01';
const offencesKeptMax = 10;

/** Derives a day anew, also one that was derived before. @throws AppError `validation_failed`, `invalid_state`, `forbidden`. */
export async function requestPastBooks(actor: PersonActor, tx: Tx, day: string, now: Date): Promise<PastBooks> {
  authorize(actor, 'books.verify', { holderId: serviceHolderId, mode: null });
  if (day >= now.toISOString().slice(0, 10) || day < firstDay) throw invalidField('day', 'must be a day that is past');
  const other = await findUnderWay(tx, day);
  if (other !== undefined) {
    throw new AppError('invalid_state', {
      message: `The books as of ${other} are being derived. Try again after that.`,
    });
  }

  await requestDay(tx, day, actor.personId);
  await enqueue(tx, { name: 'derive_past_books', payload: { day }, key: `derive_past_books:${day}` });
  return (await findPastBooks(tx, day)) as PastBooks;
}

/** The job. @param sealKeys the public keys that seals may be signed by; empty: any. */
export const pastBooksJob =
  (db: Database, sealKeys: readonly Buffer[] = []) =>
  async ({ day }: { day: string }): Promise<void> => {
    await keepResult(
      db,
      day,
      await inLongSnapshot(db, (tx) => derive(tx, new Date(Date.parse(day) + dayMs), sealKeys)),
    );
  };

async function derive(tx: Tx, end: Date, known: readonly Buffer[]): Promise<PastResult> {
  const { transfers, lastId, balances } = await sumPast(tx, end);
  const seal = await findCovering(tx, lastId);
  if (seal === undefined) return { transfers, balances, unsealed: transfers, seal: null };
  const { count, offences, rows } = await checkSeals(tx, { known, upTo: seal.number, only: 'transfers' });
  return {
    transfers,
    balances,
    unsealed: seal.upToKey >= lastId ? 0 : await countUnsealed(tx, end, seal.upToKey),
    seal: {
      number: Number(seal.number),
      sealedAt: seal.sealedAt.toISOString(),
      hash: seal.hash.toString('hex'),
      compared: rows,
      count,
      offences: offences.slice(0, offencesKeptMax),
    },
  };
}
