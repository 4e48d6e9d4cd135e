/**
 * Takes a credited top-up back: the bank reversed it, or it went to the wrong account (docs/ledger.md, "Top-ups that are
 * taken back"). One transfer reverses the credit. What the balance does not cover is advanced by the service and is the
 * holder's debt, as after a chargeback.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { least } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf, requireSecondPerson } from '../../core/access/four-eyes.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { type AccountRef, accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { type TakenBackCash, takenBackCash, takenBackDrafts } from '../../core/ledger/cash.ts';
import { debtDraft } from '../../core/ledger/debts.ts';
import { balanceOf, type LockedAccounts, openAndLockAccounts, post, serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { findLink } from '../links/links.repository.ts';
import { mailTakeBackRequested, mailTakenBack } from './mail-top-up.ts';
import { presentReversedTopUp } from './present-wallets.ts';
import { noTopUp } from './top-up.ts';
import {
  findTopUpTransfer,
  lockTopUp,
  setReversalRequested,
  setTopUpReversed,
  type TopUp,
} from './top-ups.repository.ts';

/** Minor units. `covered` is taken from the balance; the rest of `amount` becomes a debt. */
export type Reversal = { amount: bigint; covered: bigint };

export type ReversedTopUp = TopUp & { reversal: NonNullable<TopUp['reversal']> };
type RequestedReversal = TopUp & { reversalRequest: NonNullable<TopUp['reversalRequest']> };

/** @param amount minor units; undefined for all of it. @param reason the holder reads it. */
export type ReversalRequest = { amount: bigint | undefined; reason: string };

/**
 * @param isApproved a second person approves what was requested.
 * @throws AppError `not_found`; `forbidden`, also by four eyes; `invalid_state` of a top-up that was not credited, was taken back
 *   before, or whose take-back waits; `validation_failed` (`amount`) above what was credited.
 */
export async function reverseTopUp(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  id: string,
  { amount: asked, reason }: ReversalRequest,
  isApproved = false,
): Promise<ReversedTopUp> {
  const topUp = await lockReversible(actor, tx, id);
  const amount = readAmount(topUp, asked);
  if (isWaiting(topUp) && !isApproved) throw refusal(waiting);
  await requireSecondPerson(actor, tx, [topUp.requestedBy, topUp.creditedBy], ownCredit);
  const original = await findTopUpTransfer(tx, topUp.holderId, id);
  const locked = await openAndLockAccounts(tx, [...Object.values(accountsOf(topUp)), ...cashAccountsOf(topUp)]);
  const { covered, cash } = await planWith(tx, topUp, amount, locked);

  const at = clock.now(topUp.holderId, topUp.mode);
  const subject = subjectOf.topUp(id);
  const ofCash = cash === null ? [] : takenBackDrafts(earningsOf(topUp), cash, subject);
  await post(tx, [...ofCash, ...reversalDrafts(topUp, { amount, covered }, original.id)], at, locked);
  const reversed = { ...topUp, reversal: { amount, covered, reason, at, cash } };
  await setTopUpReversed(tx, reversed);
  const event = { type: 'top_up.reversed' as const, subject, data: presentReversedTopUp(reversed) };
  await appendEvents({ actor, tx, at }, topUp, [event]);
  await appendAudit(actor, tx, {
    action: 'top_ups.reverse',
    ...objectOf(topUp),
    after: { amount, currency: topUp.currency, debt: amount - covered, wallet: topUp.accountKind, reason },
  });
  await mailTakenBack(tx, reversed);
  return reversed;
}

/**
 * Keeps what a person wants to take back until a second one approves or declines it. Moves nothing.
 * @throws AppError as `reverseTopUp`; `forbidden` for the shell.
 */
export async function requestReversal(
  actor: Actor,
  tx: Tx,
  at: Date,
  id: string,
  { amount: asked, reason, lineId = null }: ReversalRequest & { lineId: bigint | null | undefined },
): Promise<RequestedReversal> {
  const topUp = await lockReversible(actor, tx, id);
  const amount = readAmount(topUp, asked);
  const by = personOf(actor);
  if (by === null) throw new AppError('forbidden', { message: noShell });
  if (isWaiting(topUp)) throw refusal(waiting);
  await requireSecondPerson(actor, tx, [topUp.requestedBy, topUp.creditedBy], ownCredit);

  const requested = { ...topUp, reversalRequest: { by, at, amount, reason, lineId } };
  await setReversalRequested(tx, requested);
  await appendAudit(actor, tx, {
    action: 'top_ups.reverse',
    ...objectOf(topUp),
    after: { status: 'requested', amount, currency: topUp.currency, reason },
  });
  await mailTakeBackRequested(tx, requested);
  return requested;
}

/** Declines a take-back that waits, or withdraws it. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function declineReversal(actor: Actor, tx: Tx, id: string): Promise<TopUp> {
  const topUp = await lockReversible(actor, tx, id);
  if (topUp.reversalRequest === null) throw refusal(notRequested);
  const { amount, reason } = topUp.reversalRequest;

  const declined = { ...topUp, reversalRequest: null };
  await setReversalRequested(tx, declined);
  await appendAudit(actor, tx, {
    action: 'top_ups.reverse',
    ...objectOf(topUp),
    before: { status: 'requested' },
    after: { status: 'declined', amount, currency: topUp.currency, reason },
  });
  return declined;
}

/** What a second person may approve. @throws AppError `invalid_state`; `forbidden` for who requested it, and for the shell. */
export function approvableRequest(actor: Actor, { reversalRequest }: TopUp): RequestedReversal['reversalRequest'] {
  if (reversalRequest === null) throw refusal(notRequested);
  if (actor.kind === 'command') throw new AppError('forbidden', { message: noShell });
  if (personOf(actor) === reversalRequest.by) throw new AppError('forbidden', { message: ownRequest });
  return reversalRequest;
}

/** What `reverseTopUp` would do now. Writes nothing. @returns also the balance, in minor units. @throws AppError as it does, except by four eyes. */
export async function planReversal(
  actor: Actor,
  tx: Tx,
  id: string,
  asked: bigint | undefined,
): Promise<{ topUp: TopUp; reversal: Reversal; balance: bigint }> {
  const topUp = await lockReversible(actor, tx, id);
  const amount = readAmount(topUp, asked);
  const { credited } = accountsOf(topUp);
  const locked = await openAndLockAccounts(tx, [credited, ...cashAccountsOf(topUp)]);
  const { covered } = await planWith(tx, topUp, amount, locked);
  return { topUp, reversal: { amount, covered }, balance: balanceOf(locked, credited) };
}

/** `covered`: also by what the payee's earnings give back. `cash`: of a payee's transfer. The accounts are locked. */
async function planWith(
  tx: Tx,
  topUp: TopUp,
  amount: bigint,
  locked: LockedAccounts,
): Promise<{ covered: bigint; cash: TakenBackCash | null }> {
  const balance = balanceOf(locked, accountsOf(topUp).credited);
  const { linkId, handedOver } = topUp;
  if (linkId === null || handedOver === null) return { covered: least(balance, amount), cash: null };
  const link = await findLink(tx, topUp.holderId, linkId);
  const of = { hasEnded: link?.status === 'ended', earnings: balanceOf(locked, earningsOf(topUp)) };
  const cash = takenBackCash({ amount: topUp.amount, handedOver }, amount, of);
  return { covered: least(balance + cash.earned, amount), cash };
}

const objectOf = ({ holderId, mode, id }: TopUp) => ({ holderId, mode, object: { kind: 'top_up' as const, id } });
const isWaiting = ({ reversal, reversalRequest }: TopUp): boolean => reversalRequest !== null && reversal === null;
const waiting = 'Taking this top-up back is waiting for approval already.';
const notRequested = 'Nobody has requested to take this top-up back.';
const noShell = 'This take-back needs a second person: it is requested and approved in the dashboard.';
const ownRequest = 'You requested this take-back. Someone else has to approve it.';
const ownCredit = 'You requested or credited this top-up. Someone else has to take it back.';

async function lockReversible(actor: Actor, tx: Tx, id: string): Promise<TopUp> {
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await lockTopUp(tx, holderId, id);
  authorize(actor, 'top_ups.reverse', topUp, noTopUp);
  if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
  if (topUp.reversal !== null) throw refusal('The top-up was already reversed.');
  if (topUp.status !== 'succeeded') throw refusal('The top-up was never credited.');
  return topUp;
}

const refusal = (message: string) => new AppError('invalid_state', { message });

function readAmount({ amount, currency }: TopUp, asked: bigint | undefined): bigint {
  const taken = asked ?? amount;
  if (taken > 0n && taken <= amount) return taken;
  const most = formatDecimal(amount, exponentOf(currency));
  const message = `must be greater than 0, and at most the ${most} ${currency} that were credited`;
  throw invalidField('amount', message);
}

/** Every account that a reversal may touch. */
function accountsOf(topUp: TopUp) {
  const own = (account: Parameters<typeof accountIn>[1]): AccountRef => accountIn(topUp, account);
  const service = { ...topUp, holderId: serviceHolderId };
  return {
    credited: own(ledgerAccount[topUp.accountKind]),
    outside: own(ledgerAccount.outside(topUp.source)),
    transit: own(ledgerAccount.transit),
    debts: own(ledgerAccount.debts),
    debt: own(ledgerAccount.debt),
    advances: accountIn(service, ledgerAccount.advances),
    serviceTransit: accountIn(service, ledgerAccount.transit),
  };
}

const earningsOf = (topUp: TopUp): AccountRef => accountIn(topUp, ledgerAccount.earnings(topUp.linkId as bigint));

/** Of a payee's transfer of cash, also what taking it back may touch. */
function cashAccountsOf(topUp: TopUp): AccountRef[] {
  if (topUp.linkId === null) return [];
  const drafts = takenBackDrafts(earningsOf(topUp), { held: 1n, earned: 1n, owed: 1n }, subjectOf.topUp(topUp.id));
  return drafts.flatMap(({ from, to }) => [from, to]);
}

/** Pure. @param originalId the transfer that credited the top-up. */
function reversalDrafts(topUp: TopUp, { amount, covered }: Reversal, originalId: bigint): TransferDraft[] {
  const { credited, outside, transit, advances, serviceTransit } = accountsOf(topUp);
  const base = { subject: subjectOf.topUp(topUp.id), line: 0 } as const;
  const advance = { ...base, amount: amount - covered, code: 'top_up_advance' } as const;
  const drafts: TransferDraft[] = [];
  if (advance.amount > 0n) {
    drafts.push(
      { ...advance, from: advances, to: serviceTransit },
      { ...advance, from: transit, to: credited },
      debtDraft(credited, { ...advance, code: 'top_up_debt' }),
    );
  }
  // One transfer for what the bank took, so that its line has one to match.
  drafts.push({ ...base, from: credited, to: outside, amount, code: 'top_up_reversed', reversesId: originalId });
  return drafts;
}
