/**
 * Every state change of a payout after it was requested (docs/ledger.md, "What is posted"). A change is refused unless
 * the current state allows it, so repeated and concurrent requests post once.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireSecondPerson } from '../../core/access/four-eyes.ts';
import { mayOnlyRead } from '../../core/access/roles.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { findLivingFile } from '../bank-files/living-file.repository.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { approvableFrom } from './bank-account.ts';
import { lockBankAccount } from './bank-accounts.repository.ts';
import { accountOf, isEnd, type Payout, type PayoutStatus, payoutTransitions } from './payout.ts';
import { payoutMail } from './payout-mails.ts';
import { accountsOf, approvedDrafts, returnedDrafts, sentDrafts } from './payout-postings.ts';
import { findOwner, findPeopleBehind, lockPayout, setStatus } from './payouts.repository.ts';
import { presentPayout } from './present-payout.ts';

const reasonLengthMax = 255;
/** Eight or more digits, with or without spaces. A date with dashes does not match. */
const longNumber = /(?:\d\s?){8}/;

/**
 * The operator approves the payout, and its fee is posted.
 * @throws AppError `not_found`; `forbidden`, also by four eyes; `invalid_state` also for a bank account that has ended or is younger than
 * 48 hours, and for an owner who is suspended.
 */
export async function approvePayout(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<Payout> {
  const payout = await takePayout(actor, tx, id, 'approved');
  const work = { actor, tx, at: clock.now(payout.holderId, payout.mode) };
  await checkMayLeave(tx, clock, payout);
  const { requestedBy, addedBy } = await findPeopleBehind(tx, payout);
  await requireSecondPerson(actor, tx, [requestedBy, addedBy], ownPayout);

  return step(work, payout, { to: 'approved', reason: null, drafts: approvedDrafts(payout) });
}

/** Marks the payout as sent to the bank. @throws AppError `not_found`, `invalid_state`. */
export async function sendPayout(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<Payout> {
  const payout = await takePayout(actor, tx, id, 'sent');

  const work = { actor, tx, at: clock.now(payout.holderId, payout.mode) };
  return step(work, payout, { to: 'sent', reason: null, drafts: sentDrafts(payout) });
}

/** Marks the payout as paid by the bank. @throws AppError `not_found`, `invalid_state`. */
export async function completePayout(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<Payout> {
  const payout = await takePayout(actor, tx, id, 'completed');

  const work = { actor, tx, at: clock.now(payout.holderId, payout.mode) };
  return step(work, payout, { to: 'completed', reason: null, drafts: [] });
}

/**
 * Posts everything back to the account it was drawn from, the fee included, and then recovers debts from it.
 * @param to `rejected`: by the operator, before it was sent; `failed`: by the bank, even after it was completed;
 * `cancelled`: by the owner.
 * @param reason 1 to 255 characters shown to the owner, or null.
 * @throws AppError `not_found`, `invalid_state`, also for one in a payment file unless the bank did not pay it; `validation_failed` for a reason that is too long or contains an
 * account number.
 */
export async function returnPayout(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  id: string,
  { to, reason }: { to: 'rejected' | 'failed' | 'cancelled'; reason: string | null },
): Promise<Payout> {
  const unfit = reason === null ? undefined : unfitReason(reason);
  if (unfit !== undefined) throw invalidField('reason', unfit);
  const payout = await takePayout(actor, tx, id, to);
  if (to !== 'failed') await refuseIfFiled(tx, id);

  const work = { actor, tx, at: clock.now(payout.holderId, payout.mode) };
  const returned = await step(work, payout, { to, reason, drafts: returnedDrafts(payout) });
  await recoverFrom(work, returned);
  return returned;
}

/** The bank may pay what is in a file. Call it while the payout is locked: files are made of payouts that they have locked. */
async function refuseIfFiled(tx: Tx, id: string): Promise<void> {
  const file = await findLivingFile(tx, id);
  if (file === undefined) return;
  const message = `The payout is in the payment file ${file}. Give up the file first, if your bank will not execute it.`;
  throw new AppError('invalid_state', { message });
}

/** The reason is stored and published in an event, so it must not contain an account number. */
function unfitReason(reason: string): string | undefined {
  if (reason === '' || reason.length > reasonLengthMax) return `must have 1 to ${reasonLengthMax} characters`;
  return longNumber.test(reason) ? 'must not contain an account number' : undefined;
}

/**
 * Cancels a payout for its owner, before it is approved. @throws AppError `not_found` for another owner's;
 * `invalid_state`.
 */
export async function cancelPayout(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  ownerHolderId: bigint,
  id: string,
): Promise<Payout> {
  const payout = await lockById(tx, id);
  if (payout?.ownerHolderId !== ownerHolderId) throw unknown();
  return returnPayout(actor, tx, clock, id, { to: 'cancelled', reason: null });
}

const ownPayout = 'You requested this payout or added its bank account. Someone else has to approve it.';
const noPayout = 'No payout has this id.';
const unknown = (): AppError => new AppError('not_found', { message: noPayout });

const actions = {
  approved: 'payouts.approve',
  sent: 'payouts.send',
  completed: 'payouts.complete',
  rejected: 'payouts.reject',
  failed: 'payouts.fail',
  cancelled: 'payouts.cancel',
} as const satisfies Partial<Record<PayoutStatus, string>>;

type Target = keyof typeof actions;

/** The owner and mode of the payout, for authorization. */
const objectOf = ({ ownerHolderId, mode }: Payout) => ({ holderId: ownerHolderId, mode });

async function lockById(tx: Tx, id: string): Promise<Payout | undefined> {
  const holderId = holderOfPublicId('po', id);
  return holderId === undefined ? undefined : lockPayout(tx, holderId, id);
}

async function takePayout(actor: Actor, tx: Tx, id: string, to: Target): Promise<Payout> {
  const payout = await lockById(tx, id);
  authorize(actor, actions[to], payout && objectOf(payout), noPayout);
  if (payout === undefined) throw unknown();
  if (!payoutTransitions[payout.status].includes(to)) {
    throw new AppError('invalid_state', { message: `The payout is ${payout.status}.` });
  }
  return payout;
}

async function checkMayLeave(tx: Tx, clock: Clock, payout: Payout): Promise<void> {
  const owner = await findOwner(tx, payout.ownerHolderId);
  if (owner !== undefined && mayOnlyRead(owner.status)) {
    throw new AppError('invalid_state', { message: `The owner is ${owner.status}.` });
  }
  const bankAccount = await lockBankAccount(tx, payout.ownerHolderId, payout.bankAccountId);
  if (bankAccount?.status !== 'active') {
    throw new AppError('invalid_state', { message: 'The bank account has ended; reject the payout.' });
  }
  const waitsUntil = approvableFrom(bankAccount, payout.mode);
  // A bank account belongs to both modes; its age is measured by the live clock.
  if (waitsUntil !== undefined && clock.now(payout.ownerHolderId, 'live') < waitsUntil) {
    const message = `The bank account is new: payouts to it wait until ${waitsUntil.toISOString()}.`;
    throw new AppError('invalid_state', { message });
  }
}

type Step = { to: Target; reason: string | null; drafts: TransferDraft[] };

async function step(work: UnitOfWork, payout: Payout, { to, reason, drafts }: Step): Promise<Payout> {
  const { actor, tx, at } = work;
  const locked = await openAndLockAccounts(tx, accountsOf(payout));
  await post(tx, drafts, at, locked);
  const changed = await setStatus(tx, payout, { to, reason, ended: isEnd(to) }, at);
  if (changed === undefined)
    throw new AppError('invalid_state', { message: 'The payout has changed in the meantime.' });
  await publishPayout(work, changed);
  await notifyPayee(tx, changed);
  await appendAudit(actor, tx, {
    action: actions[to],
    ...objectOf(payout),
    object: { kind: 'payout', id: payout.id },
    before: { status: payout.status },
    after: { status: to, reason },
  });
  return changed;
}

/**
 * Recovers debts first. Money returned to clearing may cover waiting refunds and orders, so a settlement is enqueued.
 */
async function recoverFrom({ tx, at }: UnitOfWork, payout: Payout): Promise<void> {
  const account = accountOf(payout);
  const grown = await recoverDebts(tx, [account], subjectOf.payout(payout.id), at);
  if (payout.accountKind === 'clearing' || grown.length > 0) await enqueueSettlement(tx, payout);
}

async function notifyPayee(tx: Tx, payout: Payout): Promise<void> {
  for (const reader of await listReadersThatMay(tx, payout.ownerHolderId, 'payouts.request')) {
    await queueNotice(tx, 'payouts', reader, (words) => payoutMail(words, payout));
  }
}

/**
 * Appends `payout.requested`, `payout.approved` and so on to the event log of the book that the payout draws from, and to
 * that of its owner: earnings are in the company's book.
 */
export async function publishPayout(work: UnitOfWork, payout: Payout): Promise<void> {
  const type = `payout.${payout.status}` as const;
  const event = { type, subject: subjectOf.payout(payout.id), data: presentPayout(payout) };
  await appendEvents(work, payout, [event]);
  const { ownerHolderId, holderId, mode } = payout;
  if (ownerHolderId !== holderId) await appendEvents(work, { holderId: ownerHolderId, mode }, [event]);
}
