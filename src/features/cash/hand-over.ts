/**
 * Cash leaves a link's hands (docs/ledger.md, "Cash on delivery"). What is handed over to the company is recorded by one side
 * and confirmed by the other; what was given back to a customer, or is owed as a debt from now on, the company says alone.
 * Decided while the link's earnings are locked, so it never holds less than nothing, whatever is netted at the same time.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId, newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf } from '../../core/access/four-eyes.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents, type EventType } from '../../core/events/append-events.ts';
import { type AccountRef, accountKey, type Book } from '../../core/ledger/accounts.ts';
import { cashAccountOf } from '../../core/ledger/cash.ts';
import { balanceOf, type LockedAccounts, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { findLink } from '../links/links.repository.ts';
import {
  draftsOf,
  earningsOf,
  type Handover,
  type HandoverKind,
  type Holding,
  handOverActions,
  type Side,
} from './handover.ts';
import { findListedHandover, insertHandover, lockHandover, setDecided } from './handovers.repository.ts';
import { mailDeclined, mailWaiting } from './mail-handovers.ts';
import { presentHandover } from './present-cash.ts';

/** `amount` in minor units; undefined for all that the link holds. */
type HandoverRequest = { kind: HandoverKind; amount: bigint | undefined; note: string | null };

export type Decision = 'confirm' | 'decline' | 'withdraw';

/**
 * Records that cash left a link's hands. @param book the caller's own: the company's, or the payee's.
 * @throws AppError `forbidden`; `not_found`; `validation_failed` (`amount`) beyond what the link holds; `invalid_state` when it
 * holds none.
 */
export async function recordHandover(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  by: { side: Side; book: Book },
  holding: Holding,
  { kind, amount: asked, note }: HandoverRequest,
): Promise<Handover> {
  authorize(actor, handOverActions[by.side], by.book);
  if (by.side === 'link' && kind !== 'handed_over') {
    throw new AppError('forbidden', { message: 'Only the company records this.' });
  }
  await requireOwn(tx, by, holding);
  const locked = await lockHolding(tx, holding);
  const held = heldIn(locked, holding);
  if (held === 0n) throw new AppError('invalid_state', { message: `No cash is held in ${holding.currency}.` });
  const amount = asked ?? held;
  if (amount > held) {
    throw invalidField(
      'amount',
      `must be at most ${formatDecimal(held, exponentOf(holding.currency))}, which is held now`,
    );
  }

  const at = clock.now(holding.holderId, holding.mode);
  const isDecided = kind !== 'handed_over';
  const handover: Handover = {
    ...holding,
    ...{ id: newPublicId('cho', holding.holderId), kind, amount, note, recordedBy: by.side, topUpId: null },
    ...{ createdBy: personOf(actor), createdAt: at, decidedBy: null },
    ...(isDecided ? { status: 'posted', decidedAt: at } : { status: 'waiting', decidedAt: null }),
  };
  await insertHandover(tx, handover);
  if (isDecided) await post(tx, draftsOf(handover), at, locked);
  const work = { actor, tx, at };
  await record(work, by, handover, isDecided ? 'cash_handover.posted' : 'cash_handover.recorded', held);
  if (!isDecided) await mailWaiting(tx, handover);
  return handover;
}

/**
 * The other side confirms or declines what was handed over, or the side that recorded it withdraws it. Deciding it the same way
 * again changes nothing.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` for the wrong side, when it was decided otherwise, or when the link
 * holds less by now.
 */
export async function decideHandover(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  by: { side: Side; book: Book },
  id: string,
  decision: Decision,
): Promise<Handover> {
  authorize(actor, handOverActions[by.side], by.book);
  const holderId = holderOfPublicId('cho', id);
  const found = holderId === undefined ? undefined : await lockHandover(tx, holderId, id);
  if (found === undefined || found.mode !== by.book.mode) throw notFound();
  await requireOwn(tx, by, found);
  const status = ({ confirm: 'posted', decline: 'declined', withdraw: 'withdrawn' } as const)[decision];
  if ((decision === 'withdraw') !== (found.recordedBy === by.side))
    throw new AppError('invalid_state', { message: wrongSide[decision] });
  if (found.status === status) return found;
  if (found.status !== 'waiting') throw new AppError('invalid_state', { message: `This was ${found.status} before.` });
  const at = clock.now(found.holderId, found.mode);
  const handover: Handover = { ...found, status, decidedBy: personOf(actor), decidedAt: at };
  const work = { actor, tx, at };
  const locked = await lockHolding(tx, handover);
  const held = heldIn(locked, handover);
  if (status === 'posted') {
    if (handover.amount > held) throw lessIsHeld(handover, held);
    await post(tx, draftsOf(handover), at, locked);
  }
  await setDecided(tx, handover);
  await record(work, by, handover, status === 'posted' ? 'cash_handover.posted' : 'cash_handover.declined', held);
  if (status === 'declined') await mailDeclined(tx, handover);
  return handover;
}

const wrongSide: Readonly<Record<Decision, string>> = {
  confirm: 'The other side confirms this.',
  decline: 'The other side declines this. Withdraw it instead.',
  withdraw: 'Only who recorded this withdraws it. Decline it instead.',
};

const notFound = (): AppError => new AppError('not_found', { message: 'No handover has this id.' });

/** A company decides in its own book, a payee about its own link, each where the link is used. @throws AppError `not_found`. */
export async function requireOwn(tx: Tx, { side, book }: { side: Side; book: Book }, holding: Holding): Promise<void> {
  const link = await findLink(tx, holding.holderId, holding.linkId);
  const owner = side === 'company' ? holding.holderId : link?.holderId;
  const isUsed = holding.mode === 'test' || link?.servesLive === true;
  if (link === undefined || owner !== book.holderId || !isUsed) {
    throw new AppError('not_found', { message: 'No beneficiary has this id.' });
  }
}

const memoOf = (holding: Holding): AccountRef => cashAccountOf(earningsOf(holding)) as AccountRef;

/** With `more`, which the caller posts to. */
export function lockHolding(tx: Tx, holding: Holding, more: readonly AccountRef[] = []): Promise<LockedAccounts> {
  const postings = (['handed_over', 'owed'] as const).flatMap((kind) =>
    draftsOf({ ...holding, kind, amount: 1n, id: '' } as Handover),
  );
  const refs = [...more, earningsOf(holding), memoOf(holding), ...postings.flatMap(({ from, to }) => [from, to])];
  return openAndLockAccounts(tx, [...new Map(refs.map((ref) => [accountKey(ref), ref])).values()]);
}

/** Minor units. */
export const heldIn = (locked: LockedAccounts, holding: Holding): bigint => balanceOf(locked, memoOf(holding));

type HandoverEvent = Extract<EventType, `cash_handover.${string}`>;

/** @param held before, in minor units. */
async function record(
  { actor, tx, at }: UnitOfWork,
  { side, book }: { side: Side; book: Book },
  handover: Handover,
  type: HandoverEvent,
  held: bigint,
): Promise<void> {
  const { id, kind, amount, currency, status, linkId, note, mode } = handover;
  await appendAudit(actor, tx, {
    action: handOverActions[side],
    holderId: book.holderId,
    mode,
    object: { kind: 'cash_handover', id },
    before: { held },
    after: { kind, amount, currency, status, link: linkId, ...(note === null ? {} : { note }) },
  });
  await tell({ actor, tx, at }, handover, type);
}

/** The event of it. */
export async function tell(work: UnitOfWork, { holderId, mode, id }: Handover, type: HandoverEvent): Promise<void> {
  const listed = await findListedHandover(work.tx, holderId, id);
  if (listed === undefined) return;
  const subject = subjectOf.cashHandover(id);
  await appendEvents(work, { holderId, mode }, [{ type, subject, data: presentHandover(listed) }]);
}

function lessIsHeld({ currency }: Handover, held: bigint): AppError {
  const message = `Only ${formatDecimal(held, exponentOf(currency))} ${currency} of cash is held by now. Decline this, and record what was handed over.`;
  return new AppError('invalid_state', { message });
}
