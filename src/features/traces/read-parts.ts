/** What a payout or a settlement is made of, in pages. */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { accountOf } from '../payouts/payout.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import { findRoot, type TraceId } from './find-root.ts';
import { takenBy } from './read-steps.ts';
import type { Sight } from './sight.ts';
import { listPaidOut, listSettled, listTransfersOfSubject, type Part } from './traces.repository.ts';

type Page = { after?: bigint | undefined; limit: number };

/**
 * Newest first; undefined for what doesn't exist, what the reader may not see, and what has no parts.
 * @throws AppError `invalid_state` as it is read, where too much has moved since to say.
 */
export async function readParts(
  db: Database,
  sight: Sight,
  id: TraceId,
): Promise<((page: Page) => Promise<(Part & { currency: string })[]>) | undefined> {
  const root = await findRoot(db, sight, id);
  const { mode } = sight.book;
  if (root?.kind === 'settlement') {
    return (page) => listSettled(db, { holderId: root.holderId, mode }, root.id, page);
  }
  if (root?.kind !== 'payout') return undefined;
  const book = { holderId: root.holderId, mode };
  const payout = await findPayout(db, root.holderId, root.id);
  if (payout === undefined) return undefined;
  const taken = takenBy(payout, await listTransfersOfSubject(db, book, subjectOf.payout(root.id)));
  if (taken === undefined) return async () => [];
  const { amount, currency } = payout;
  return async (page) => {
    const parts = await listPaidOut(db, accountOf(payout), { transferId: taken.id, amount }, page);
    if (parts === undefined) throw new AppError('invalid_state', { message: tooMuchSince });
    return parts.map((part) => ({ ...part, currency }));
  };
}

const tooMuchSince = 'Too much has moved in this account since to say what the payout is made of.';
