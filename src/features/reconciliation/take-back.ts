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
import { aloneSince } from '../debts/debt-settlement.ts';
import { takeBackTakesSecondPerson } from '../debts/second-person.ts';
import {
  approvableRequest,
  declineReversal,
  type ReversalRequest,
  type ReversedTopUp,
  requestReversal,
  reverseTopUp,
} from '../wallets/reverse-top-up.ts';
import { noTopUp } from '../wallets/top-up.ts';
import { findReversalTransfer, findTopUp, sumReversedAlone, type TopUp } from '../wallets/top-ups.repository.ts';
import { isMatchable } from './candidates.ts';
import { refuseClosed } from './closed-months.ts';
import { matchByName } from './match-by-name.ts';
import { findLine, insertMatches, lockOutside, type Outside, type StoredLine } from './reconciliation.repository.ts';

/** `lineId`: the matched line of the bank. */
export type TakenBack = ReversedTopUp & { lineId: bigint | null };

/** It waits for a second person; nothing was taken. */
type Requested = TopUp & { reversal: null; lineId: null };

type Request = ReversalRequest & { lineId: bigint | null | undefined };

export const isTakenBack = (result: TakenBack | Requested): result is TakenBack => result.reversal !== null;

/**
 * Takes it back, or requests it where that takes two people.
 * @throws AppError as `reverseTopUp`; `forbidden` for the shell where it takes two; `validation_failed` (`line_id`) of a line
 *   that is not open, or not of this money.
 */
export async function takeBackTopUp(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  mode: Mode,
  id: string,
  request: Request,
): Promise<TakenBack | Requested> {
  const topUp = await lockedTopUp(actor, tx, mode, id);
  const amount = request.amount ?? topUp.amount;
  await findOpenLine(tx, topUp, amount, request.lineId);
  if (await takesSecondPerson(actor, tx, clock, topUp, amount)) {
    const requested = await requestReversal(actor, tx, clock.now(topUp.holderId, mode), id, request);
    return { ...requested, reversal: null, lineId: null };
  }
  return takeBack(actor, tx, clock, topUp, request, false);
}

/** Whether this take-back would wait for a second person. @param amount minor units. */
export async function takesSecondPerson(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  topUp: TopUp,
  amount: bigint,
): Promise<boolean> {
  const since = aloneSince(clock.now(topUp.holderId, topUp.mode));
  const alone = amount + (await sumReversedAlone(tx, topUp, since));
  return takeBackTakesSecondPerson(actor, tx, topUp.currency, alone);
}

/**
 * The second person approves what was requested. Approving it again changes nothing.
 * @throws AppError as `takeBackTopUp`; `forbidden` also for who requested it; `invalid_state` also where nobody did.
 */
export async function approveTakeBack(actor: Actor, tx: Tx, clock: Clock, mode: Mode, id: string): Promise<TakenBack> {
  const topUp = await lockedTopUp(actor, tx, mode, id);
  const request = approvableRequest(actor, topUp);
  if (topUp.reversal !== null) return { ...topUp, reversal: topUp.reversal, lineId: request.lineId };
  return takeBack(actor, tx, clock, topUp, request, true);
}

/** @throws AppError as `declineReversal`. */
export async function declineTakeBack(actor: Actor, tx: Tx, mode: Mode, id: string): Promise<void> {
  await lockedTopUp(actor, tx, mode, id);
  await declineReversal(actor, tx, id);
}

/** Its source is locked before the holder's accounts, as an import does: whether it is taken back changes no more. */
async function lockedTopUp(actor: Actor, tx: Tx, mode: Mode, id: string): Promise<TopUp> {
  authorize(actor, 'top_ups.reverse', { holderId: serviceHolderId, mode });
  const holderId = holderOfPublicId('top', id);
  const known = holderId === undefined ? undefined : await findTopUp(tx, { holderId, mode }, id);
  if (known === undefined) throw new AppError('not_found', { message: noTopUp });
  await lockOutside(tx, { mode, source: known.source });
  return (await findTopUp(tx, known, id)) as TopUp;
}

/** The named line, if one is. @param amount minor units. */
async function findOpenLine(tx: Tx, { mode, source, currency }: TopUp, amount: bigint, lineId: Request['lineId']) {
  if (lineId === undefined || lineId === null) return undefined;
  const line = await findLine(tx, lineId);
  refuseOtherLine(line, { mode, source, currency, amount: -amount });
  await refuseClosed(tx, { mode, source }, (line as StoredLine).bookedOn);
  return line;
}

async function takeBack(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  topUp: TopUp,
  request: Request,
  isApproved: boolean,
): Promise<TakenBack> {
  const { mode, source, currency, id } = topUp;
  const outside: Outside = { mode, source };
  const line = await findOpenLine(tx, topUp, request.amount ?? topUp.amount, request.lineId);

  const reversed = await reverseTopUp(actor, tx, clock, id, request, isApproved);
  const at = clock.now(serviceHolderId, mode);
  const transfer = await findReversalTransfer(tx, reversed.holderId, id);
  if (line === undefined) {
    const money = { currency, amount: -reversed.reversal.amount };
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
