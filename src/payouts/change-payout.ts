/**
 * Every step of a payout after it was asked for (docs/ledger.md, "What is posted"). A step is refused from a state that
 * does not lead there, so that whatever is done twice, or at once, is posted once.
 */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Clock } from '../clock/clock.ts';
import { holderOfPublicId } from '../database/public-id.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { appendEvents } from '../events/append-events.ts';
import { enqueueSettlement } from '../jobs/enqueue-settlement.ts';
import { holdAccounts, post } from '../ledger/post.ts';
import { recoverDebts } from '../ledger/recover-debts.ts';
import { subjectOf } from '../ledger/subject.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { heldUntil } from './bank-account.ts';
import { lockBankAccount } from './bank-accounts.repository.ts';
import { accountOf, isEnd, type Payout, type PayoutStatus, payoutTransitions } from './payout.ts';
import { accountsOf, approvedDrafts, returnedDrafts, sentDrafts } from './payout-postings.ts';
import { findOwner, lockPayout, setStatus } from './payouts.repository.ts';
import { presentPayout } from './present-payout.ts';

const reasonLengthMax = 255;
/** Eight digits or more, in groups or not; a date with dashes is none. */
const longNumber = /(?:\d\s?){8}/;

/**
 * The operator's yes: from here on the fee is the service's.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` also for a bank account that has ended or is younger than 48 h, and
 *   for an owner who is suspended.
 */
export async function approvePayout(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<Payout> {
  const payout = await takePayout(actor, tx, id, 'approved');
  const at = clock.now(payout.holderId, payout.mode);
  await checkMayLeave(tx, clock, payout);

  return step(actor, tx, payout, { to: 'approved', reason: null, drafts: approvedDrafts(payout) }, at);
}

/** It is on its way to the bank. @throws AppError `not_found`, `invalid_state`. */
export async function sendPayout(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<Payout> {
  const payout = await takePayout(actor, tx, id, 'sent');

  const at = clock.now(payout.holderId, payout.mode);
  return step(actor, tx, payout, { to: 'sent', reason: null, drafts: sentDrafts(payout) }, at);
}

/** The bank has it. @throws AppError `not_found`, `invalid_state`. */
export async function completePayout(actor: Actor, tx: Tx, clock: Clock, id: string): Promise<Payout> {
  const payout = await takePayout(actor, tx, id, 'completed');

  const at = clock.now(payout.holderId, payout.mode);
  return step(actor, tx, payout, { to: 'completed', reason: null, drafts: [] }, at);
}

/**
 * Everything goes back to the account it was drawn from, the fee too, and pays what is owed first.
 * @param to `rejected`: by the operator, before it was sent; `failed`: by the bank; `cancelled`: by who asked.
 * @param reason 1 to 255 characters that the owner may read, or null.
 * @throws AppError `not_found`, `invalid_state`, `validation_failed` for a reason that is too long, or that
 *   holds an account number.
 */
export async function returnPayout(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  id: string,
  { to, reason }: { to: 'rejected' | 'failed' | 'cancelled'; reason: string | null },
): Promise<Payout> {
  const unfit = reason === null ? undefined : unfitReason(reason);
  if (unfit !== undefined) throw new AppError('validation_failed', { details: [{ field: 'reason', message: unfit }] });
  const payout = await takePayout(actor, tx, id, to);

  const at = clock.now(payout.holderId, payout.mode);
  const returned = await step(actor, tx, payout, { to, reason, drafts: returnedDrafts(payout) }, at);
  await recoverFrom(tx, returned, at);
  return returned;
}

/** It is kept, and told in an event: an account number that slipped in is not. */
function unfitReason(reason: string): string | undefined {
  if (reason === '' || reason.length > reasonLengthMax) return `must have 1 to ${reasonLengthMax} characters`;
  return longNumber.test(reason) ? 'must not hold an account number' : undefined;
}

/** By who asked, while nobody has decided. @throws AppError `not_found` for another's; `invalid_state`. */
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

/** Whose the payout is, for whoever asks to change it. */
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
  if (owner?.status === 'suspended') throw new AppError('invalid_state', { message: 'The owner is suspended.' });
  const bankAccount = await lockBankAccount(tx, payout.ownerHolderId, payout.bankAccountId);
  if (bankAccount?.status !== 'active') {
    throw new AppError('invalid_state', { message: 'The bank account has ended; reject the payout.' });
  }
  const held = heldUntil(bankAccount, payout.mode);
  // The bank account belongs to no mode: it is as old as the live clock says.
  if (held !== undefined && clock.now(payout.ownerHolderId, 'live') < held) {
    const message = `The bank account is new: payouts to it wait until ${held.toISOString()}.`;
    throw new AppError('invalid_state', { message });
  }
}

type Step = { to: Target; reason: string | null; drafts: TransferDraft[] };

async function step(actor: Actor, tx: Tx, payout: Payout, { to, reason, drafts }: Step, at: Date): Promise<Payout> {
  const held = await holdAccounts(tx, accountsOf(payout));
  await post(tx, drafts, at, held);
  const changed = await setStatus(tx, payout, { to, reason, ended: isEnd(to) }, at);
  if (changed === undefined) throw new AppError('invalid_state', { message: 'The payout has changed meanwhile.' });
  await tellPayout(tx, changed, at);
  await appendAudit(actor, tx, {
    action: actions[to],
    ...objectOf(payout),
    object: { kind: 'payout', id: payout.id },
    before: { status: payout.status },
    after: { status: to, reason },
  });
  return changed;
}

/** Debts come first; what has come back to clearing may be waited for. */
async function recoverFrom(tx: Tx, payout: Payout, at: Date): Promise<void> {
  const account = accountOf(payout);
  const grown = await recoverDebts(tx, [account], subjectOf.payout(payout.id), at);
  if (payout.accountKind === 'clearing' || grown.length > 0) await enqueueSettlement(tx, payout);
}

/** `payout.requested`, `payout.approved` …, in the log of the book it draws from. */
export function tellPayout(tx: Tx, payout: Payout, at: Date): Promise<void> {
  const type = `payout.${payout.status}` as const;
  const event = { type, subject: subjectOf.payout(payout.id), data: presentPayout(payout) };
  return appendEvents(tx, payout, [event], at);
}
