/**
 * Gives up a payment file that the bank will not execute, such as one that was never uploaded (docs/contract/people.md, "Payment
 * files"). Its payouts stay approved: they can be in another file, or be rejected.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { shareReturns } from '../reconciliation/line-returns.repository.ts';
import { shareBankRefunds } from '../refunds/bank-refunds.repository.ts';
import { type FiledKind, filedKindOf, payoutsMax } from './payout-file.ts';
import {
  findPayoutFile,
  listFileLines,
  lockMaking,
  lockPayouts,
  type PayoutFile,
  type PayoutFileLine,
  setGivenUp,
} from './payout-files.repository.ts';
import { unknownFile } from './send-payout-file.ts';

type GivingUp = { mode: Mode; id: string; reason: string };

/** @throws AppError `forbidden`, `not_found`; `invalid_state` when payouts in it were sent, or the bank has taken them. */
export async function giveUpPayoutFile(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  { mode, id, reason }: GivingUp,
): Promise<PayoutFile> {
  const object = { holderId: serviceHolderId, mode };
  authorize(actor, 'payout_files.give_up', object);
  await lockMaking(tx);
  const file = await findPayoutFile(tx, mode, id);
  if (file === undefined) throw unknownFile();
  if (file.givenUpAt !== null) return file;
  const living = (await listFileLines(tx, id, { limit: payoutsMax })).filter((line) => line.supersededBy === null);
  await refuseIfTaken(tx, mode, living);

  await setGivenUp(tx, id, reason, clock.now(serviceHolderId, mode));
  await appendAudit(actor, tx, {
    action: 'payout_files.give_up',
    ...object,
    object: { kind: 'payout_file', id },
    after: { payouts: living.length, reason },
  });
  return (await findPayoutFile(tx, mode, id)) as PayoutFile;
}

async function refuseIfTaken(tx: Tx, mode: Mode, lines: readonly PayoutFileLine[]): Promise<void> {
  if (lines.some(({ outcome }) => outcome === 'accepted' || outcome === 'pending')) {
    throw new AppError('invalid_state', { message: 'The bank has taken payments of this file.' });
  }
  const idsOf = (kind: FiledKind) =>
    lines.map(({ paymentId }) => paymentId).filter((paymentId) => filedKindOf(paymentId) === kind);
  const ids = idsOf('payout');
  const holderIds = [...new Set(ids.map((one) => holderOfPublicId('po', one) as bigint))];
  const sent = (await lockPayouts(tx, holderIds, ids)).find(
    ({ status }) => status === 'sent' || status === 'completed',
  );
  const sentBack =
    (await shareReturns(tx, mode, idsOf('return'))).find(({ status }) => status === 'sent') ??
    (await shareBankRefunds(tx, mode, idsOf('refund'))).find(({ status }) => status === 'succeeded');
  if (sentBack !== undefined) throw new AppError('invalid_state', { message: `${sentBack.id} was sent.` });
  if (sent !== undefined) throw new AppError('invalid_state', { message: `${sent.id} is ${sent.status}.` });
}
