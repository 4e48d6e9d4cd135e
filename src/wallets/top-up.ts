/**
 * Tops up a company's clearing or a customer's wallet: immediately in test mode, on the operator's confirmation in live
 * mode (docs/ledger.md, "What is posted"). A credit to clearing enqueues the settlement of waiting orders.
 */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import { personOf, requireSecondPerson } from '../access/four-eyes.ts';
import type { Clock } from '../clock/clock.ts';
import { holderOfPublicId, newPublicId } from '../database/public-id.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { appendEvents } from '../events/append-events.ts';
import { enqueueSettlement } from '../jobs/enqueue-settlement.ts';
import { accountIn, type Book, ledgerAccount } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { recoverDebts } from '../ledger/recover-debts.ts';
import { subjectOf } from '../ledger/subject.ts';
import { presentTopUp } from './present-wallets.ts';
import { findTopUpRequester, insertTopUp, lockTopUp, setTopUpSucceeded, type TopUp } from './top-ups.repository.ts';

export type TopUpRequest = Pick<TopUp, 'amount' | 'currency' | 'accountKind' | 'source'>;

/** Records a top-up; in test mode it also posts the money. @throws AppError `forbidden`, `balance_limit`. */
export async function requestTopUp(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  request: TopUpRequest,
): Promise<TopUp> {
  authorize(actor, 'wallets.top_up', book);
  const at = clock.now(book.holderId, book.mode);
  const { holderId, mode } = book;
  const topUp: TopUp = {
    ...request,
    holderId,
    mode,
    id: newPublicId('top', holderId),
    status: 'pending',
    createdAt: at,
    succeededAt: null,
  };

  await insertTopUp(tx, topUp, personOf(actor));
  return mode === 'test' ? receive(tx, topUp, at) : topUp;
}

/**
 * Posts a top-up whose money the operator has seen arrive. A second confirmation posts nothing.
 * @throws AppError `not_found`, `balance_limit`; `forbidden`, also by four eyes.
 */
export async function confirmTopUp(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<TopUp> {
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await lockTopUp(tx, holderId, id);
  authorize(actor, 'top_ups.confirm', topUp, noTopUp);
  if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
  if (topUp.status === 'succeeded') return topUp;
  await requireSecondPerson(actor, tx, [await findTopUpRequester(tx, topUp.holderId, id)], ownTopUp);

  const received = await receive(tx, topUp, clock.now(topUp.holderId, topUp.mode));
  await appendAudit(actor, tx, {
    action: 'top_ups.confirm',
    holderId: topUp.holderId,
    mode: topUp.mode,
    object: { kind: 'top_up', id },
    before: { status: topUp.status },
    after: { status: received.status, amount: topUp.amount, currency: topUp.currency },
  });
  return received;
}

const ownTopUp = 'You requested this top-up. Someone else has to confirm it.';
const noTopUp = 'No top-up has this id.';

async function receive(tx: Tx, topUp: TopUp, at: Date): Promise<TopUp> {
  const { holderId, amount, id } = topUp;
  const subject = subjectOf.topUp(id);
  const from = accountIn(topUp, ledgerAccount.outside(topUp.source));
  const to = accountIn(topUp, ledgerAccount[topUp.accountKind]);
  await post(tx, [{ from, to, amount, code: 'top_up', subject, line: 0 }], at);
  await recoverDebts(tx, [to], subject, at);
  await setTopUpSucceeded(tx, holderId, id, at);
  const received: TopUp = { ...topUp, status: 'succeeded', succeededAt: at };
  await appendEvents(tx, topUp, [{ type: 'top_up.succeeded', subject, data: presentTopUp(received) }], at);
  if (topUp.accountKind === 'clearing') await enqueueSettlement(tx, topUp);
  return received;
}
