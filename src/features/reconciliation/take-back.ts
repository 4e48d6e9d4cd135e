/**
 * Takes a credited top-up back and matches what it posts with the line of the bank that took the money, where there is
 * one: the one that is named, or the one that names the top-up.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type ReversalRequest, type ReversedTopUp, reverseTopUp } from '../wallets/reverse-top-up.ts';
import { noTopUp } from '../wallets/top-up.ts';
import { findReversalTransfer, findTopUp } from '../wallets/top-ups.repository.ts';
import { isMatchable } from './candidates.ts';
import { refuseClosed } from './closed-months.ts';
import { matchByName } from './match-by-name.ts';
import { findLine, insertMatches, lockOutside, type Outside, type StoredLine } from './reconciliation.repository.ts';

/** `lineId`: the matched line of the bank. */
type TakenBack = ReversedTopUp & { lineId: bigint | null };

/**
 * @throws AppError as `reverseTopUp`; `validation_failed` (`line_id`) of a line that is not open, or not of this money.
 */
export async function takeBackTopUp(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  mode: Mode,
  id: string,
  request: ReversalRequest & { lineId: bigint | undefined },
): Promise<TakenBack> {
  authorize(actor, 'top_ups.reverse', { holderId: serviceHolderId, mode });
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await findTopUp(tx, { holderId, mode }, id);
  if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
  const outside: Outside = { mode, source: topUp.source };
  // Before the holder's accounts, as an import does.
  await lockOutside(tx, outside);
  const line = request.lineId === undefined ? undefined : await findLine(tx, request.lineId);
  const amount = request.amount ?? topUp.amount;
  if (request.lineId !== undefined) refuseOtherLine(line, { ...outside, currency: topUp.currency, amount: -amount });

  if (line !== undefined) await refuseClosed(tx, outside, line.bookedOn);

  const reversed = await reverseTopUp(actor, tx, clock, id, request);
  const at = clock.now(serviceHolderId, mode);
  const transfer = await findReversalTransfer(tx, reversed.holderId, id);
  if (line === undefined) {
    const money = { currency: topUp.currency, amount: -reversed.reversal.amount };
    return { ...reversed, lineId: await matchByName(tx, outside, money, transfer, at) };
  }
  await insertMatches(tx, outside, [{ lineId: line.id, transfer, amount: line.amount }], true, at);
  await appendAudit(actor, tx, {
    action: 'reconciliation.match',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_line', id: String(line.id) },
    after: { transfer: `${transfer.holderId}/${transfer.id}`, byHand: true },
  });
  return { ...reversed, lineId: line.id };
}

function refuseOtherLine(line: StoredLine | undefined, wanted: Outside & { currency: string; amount: bigint }): void {
  const isOfIt =
    line !== undefined &&
    line.mode === wanted.mode &&
    line.source === wanted.source &&
    line.currency === wanted.currency &&
    line.amount === wanted.amount;
  const problem = !isOfIt
    ? 'is no line of this source with this amount that went out'
    : line.matchedAmount !== 0n
      ? 'is matched already'
      : isMatchable(line)
        ? undefined
        : 'has to be decided first';
  if (problem !== undefined) throw invalidField('line_id', problem);
}
