/**
 * Tops up a company's clearing or a customer's wallet: immediately in test mode; in live mode when the operator, or an
 * imported bank statement, says that the money has arrived (docs/ledger.md, "What is posted"). A credit to clearing
 * enqueues the settlement of waiting orders.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId, newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf, requireSecondPerson } from '../../core/access/four-eyes.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { overpaidDraft } from '../../core/ledger/cash.ts';
import { post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { isClosed } from '../holders/holders.repository.ts';
import { findBankDetails } from './bank-details.repository.ts';
import { mailCashReceived, mailExpected, mailReceived, mailRequested } from './mail-top-up.ts';
import { presentTopUp } from './present-wallets.ts';
import {
  countTransfersSince,
  insertTopUp,
  lockTopUp,
  setTopUpSucceeded,
  type TopUp,
  takeReference,
} from './top-ups.repository.ts';
import { newReference } from './transfer-reference.ts';

/** With what a payee's transfer of cash has besides: its id and handover were made before. */
export type TopUpRequest = Pick<TopUp, 'amount' | 'currency' | 'accountKind' | 'source'> &
  Partial<Pick<TopUp, 'id' | 'linkId' | 'handedOver'>>;

/** How long a bank transfer is waited for (docs/contract/common.md, "Bank transfers"). */
const transferDays = 14;
/** Bank transfers a holder may start per day. Each sends mails. */
const dailyMax = 100;
const dayMs = 24 * 3_600_000;

/**
 * Records a top-up; in test mode it also posts the money. In live mode it gets the reference for a bank transfer.
 * @throws AppError `forbidden`, `balance_limit`; `invalid_state` of a closed account; `rate_limited` beyond 100 bank
 * transfers a day.
 */
export async function requestTopUp(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  request: TopUpRequest,
): Promise<TopUp> {
  authorize(actor, 'wallets.top_up', book);
  return startTopUp(actor, tx, clock, book, request);
}

/** A step of `requestTopUp`, for a caller that has authorized the actor. @throws AppError as there. */
export async function startTopUp(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  request: TopUpRequest,
): Promise<TopUp> {
  const at = clock.now(book.holderId, book.mode);
  const awaited = book.mode === 'live' && request.source === 'bank';
  await refuseClosed(tx, book);
  const details = awaited ? await findBankDetails(tx, request.currency) : undefined;
  const ofToday = awaited ? await countTransfersSince(tx, book, new Date(at.getTime() - dayMs)) : 0;
  if (ofToday >= dailyMax) {
    const message = `At most ${dailyMax} top-ups by bank transfer can be started in a day.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds: dayMs / 1_000 });
  }

  const topUp: TopUp = {
    ...newTopUp(book, request, at),
    requestedBy: personOf(actor),
    reference: awaited ? await takeNewReference(tx) : null,
    expiresAt: awaited ? new Date(at.getTime() + transferDays * dayMs) : null,
  };
  await insertTopUp(tx, topUp);
  if (book.mode === 'test') return receive({ actor, tx, at }, topUp);
  // What the command line records has arrived already.
  if (awaited && actor.kind !== 'command') {
    await mailRequested(tx, topUp, details);
    // One mail a day and holder is enough: the inbox shows all of them.
    if (ofToday === 0) await mailExpected(tx, topUp);
  }
  return topUp;
}

/**
 * Posts a top-up whose money has arrived, a canceled, refused or expired one too: money that comes late is not lost. A
 * second confirmation posts nothing.
 * @param received minor units, if another amount arrived than was asked for.
 * @throws AppError `not_found`, `balance_limit`; `forbidden`, also by four eyes; `invalid_state` of a closed account.
 */
export async function confirmTopUp(actor: Actor, tx: Tx, clock: Clock, id: string, received?: bigint): Promise<TopUp> {
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await lockTopUp(tx, holderId, id);
  authorize(actor, 'top_ups.confirm', topUp, noTopUp);
  if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
  if (topUp.status === 'succeeded') return topUp;
  await requireSecondPerson(actor, tx, [topUp.requestedBy], ownTopUp);
  await refuseClosed(tx, topUp);
  const isOther = received !== undefined && received !== topUp.amount;
  const arrived: TopUp = isOther ? { ...topUp, amount: received, requestedAmount: topUp.amount } : topUp;

  const work = { actor, tx, at: clock.now(topUp.holderId, topUp.mode) };
  const done = await receive(work, { ...arrived, creditedBy: personOf(actor) });
  await appendAudit(actor, tx, {
    action: 'top_ups.confirm',
    holderId: topUp.holderId,
    mode: topUp.mode,
    object: { kind: 'top_up', id },
    before: { status: topUp.status, ...(isOther ? { amount: topUp.amount } : {}) },
    after: { status: done.status, amount: done.amount, currency: topUp.currency, wallet: done.accountKind },
  });
  await mailReceived(tx, done);
  return done;
}

/**
 * Records and posts money that arrived without a top-up to wait for it: unasked, or a second time.
 * @param involved who asked for the top-ups that the transfer names.
 * @throws AppError `forbidden`, also by four eyes; `balance_limit`; `invalid_state` of a closed account.
 */
export async function creditUnrequested(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  request: TopUpRequest,
  involved: readonly (string | null)[],
): Promise<TopUp> {
  authorize(actor, 'top_ups.confirm', book);
  await requireSecondPerson(actor, tx, involved, ownTopUp);
  await refuseClosed(tx, book);
  const at = clock.now(book.holderId, book.mode);
  const topUp = newTopUp(book, request, at);

  await insertTopUp(tx, topUp);
  const done = await receive({ actor, tx, at }, { ...topUp, creditedBy: personOf(actor) });
  await appendAudit(actor, tx, {
    action: 'top_ups.confirm',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'top_up', id: topUp.id },
    before: null,
    after: {
      ...{ status: done.status, amount: done.amount, currency: done.currency, wallet: done.accountKind },
      ...(done.linkId === null ? {} : { link: done.linkId, handedOver: done.handedOver }),
    },
  });
  await (done.linkId === null ? mailReceived : mailCashReceived)(tx, done);
  return done;
}

/** Money for an account that is closed is sent back, whatever became of its top-up. @throws AppError `invalid_state`. */
export async function refuseClosed(tx: Tx, { holderId, mode }: Book): Promise<void> {
  if (mode === 'live' && (await isClosed(tx, holderId))) {
    throw new AppError('invalid_state', { message: 'The account is closed.' });
  }
}

const ownTopUp = 'You requested this top-up. Someone else has to confirm it.';
export const noTopUp = 'No top-up has this id.';

const newTopUp = ({ holderId, mode }: Book, request: TopUpRequest, at: Date): TopUp => ({
  id: newPublicId('top', holderId),
  linkId: null,
  handedOver: null,
  ...request,
  holderId,
  mode,
  status: 'pending',
  createdAt: at,
  succeededAt: null,
  reference: null,
  expiresAt: null,
  endedAt: null,
  requestedAmount: null,
  reason: null,
  requestedBy: null,
  creditedBy: null,
  reversal: null,
  reversalRequest: null,
});

/** One that no bank transfer is asked to name yet. */
export async function takeNewReference(tx: Tx): Promise<string> {
  const reference = newReference();
  return (await takeReference(tx, reference)) ? reference : takeNewReference(tx);
}

async function receive(work: UnitOfWork, topUp: TopUp): Promise<TopUp> {
  const { tx, at } = work;
  const { amount, id } = topUp;
  const subject = subjectOf.topUp(id);
  const from = accountIn(topUp, ledgerAccount.outside(topUp.source));
  const to = accountIn(topUp, ledgerAccount[topUp.accountKind]);
  const earnings = topUp.linkId === null ? undefined : accountIn(topUp, ledgerAccount.earnings(topUp.linkId));
  const above = amount - (topUp.handedOver ?? amount);
  const overpaid =
    earnings !== undefined && above > 0n ? [overpaidDraft(earnings, { amount: above, subject, line: 0 })] : [];
  await post(tx, [{ from, to, amount, code: 'top_up', subject, line: 0 }, ...overpaid], at);
  await recoverDebts(tx, [to, ...overpaid.map((draft) => draft.to)], subject, at);
  await setTopUpSucceeded(tx, topUp, at);
  const received: TopUp = { ...topUp, status: 'succeeded', succeededAt: at, endedAt: null, reason: null };
  await appendEvents(work, topUp, [{ type: 'top_up.succeeded', subject, data: presentTopUp(received) }]);
  if (topUp.accountKind === 'clearing') await enqueueSettlement(tx, topUp);
  return received;
}
