/**
 * Debts that are repaid outside the service, or written off: those to the service by the operator, those of links by their
 * company (docs/ledger.md, "Debts"). Decided while the account that the debt is recovered from is locked, so never more
 * than is owed is settled, whatever is recovered at the same time.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId, newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { least } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { reasonLengthMax } from '../../base/schemas/request-parts.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf, requireSecondPerson } from '../../core/access/four-eyes.ts';
import type { AuditedAction } from '../../core/access/permissions.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type AccountRef, accountKey } from '../../core/ledger/accounts.ts';
import { debtAccountOf } from '../../core/ledger/debts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { balanceOf, type LockedAccounts, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import {
  creditedBy,
  type Debt,
  type DebtSettlement,
  type DebtSettlementKind,
  settlementDrafts,
} from './debt-settlement.ts';
import {
  findListedSettlement,
  insertSettlement,
  isWriteOffRequested,
  lockSettlement,
  setDecided,
} from './debt-settlements.repository.ts';
import { mailSettled, mailWriteOffRequested } from './mail-debts.ts';
import { presentSettlement } from './present-debts.ts';
import { takesSecondPerson } from './second-person.ts';

/** `amount` in minor units; undefined for all that is owed. */
export type SettlementRequest = { kind: DebtSettlementKind; amount: bigint | undefined; reason: string };

const noSettlement = 'No write-off has this id.';
const noShell = 'Four-eyes approval is on: this is decided in the dashboard, by someone who is signed in.';
const ownRequest = 'You requested this write-off. Someone else has to approve it.';

/** By whom: the operator for debts to the service, the company for those of its links. */
const actions = {
  service: { repaid: 'debts.record_repaid', written_off: 'debts.write_off', decline: 'debts.decline_write_off' },
  company: {
    repaid: 'link_debts.record_repaid',
    written_off: 'link_debts.write_off',
    decline: 'link_debts.decline_write_off',
  },
} as const satisfies Record<string, Record<DebtSettlementKind | 'decline', AuditedAction>>;

const actionsOf = ({ linkId }: Pick<Debt, 'linkId'>) => actions[linkId === null ? 'service' : 'company'];

/**
 * Settles a debt, or requests it where a write-off takes two people.
 * @throws AppError `forbidden`, also by four eyes for the shell; `validation_failed` (`amount`) beyond what is owed;
 * `invalid_state` when nothing is owed, or when a write-off of this debt waits already.
 */
export async function settleDebt(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  debt: Debt,
  request: SettlementRequest,
): Promise<DebtSettlement> {
  authorize(actor, actionsOf(debt)[request.kind], debt);
  if (request.reason === '' || request.reason.length > reasonLengthMax) {
    const message = `must have 1 to ${reasonLengthMax} characters`;
    throw invalidField('reason', message);
  }
  if (debt.linkId === null) await requireSecondPerson(actor, tx, [], noShell);
  if ((await findBalance(tx, memoOf(debt))) === 0n) throw nothingOwed(debt);
  const locked = await lockDebt(tx, debt);
  const owed = balanceOf(locked, memoOf(debt));
  if (owed === 0n) throw nothingOwed(debt);
  const { amount = owed, kind, reason } = request;
  if (amount > owed) throw moreThanOwed(debt, owed);
  const at = clock.now(debt.holderId, debt.mode);
  const waits = kind === 'written_off' && (await takesSecondPerson(actor, tx, debt, amount, at));
  if (waits && actor.kind === 'command') throw new AppError('forbidden', { message: noShell });
  if (waits && (await isWriteOffRequested(tx, debt))) {
    throw new AppError('invalid_state', { message: 'A write-off of this debt is already waiting for approval.' });
  }

  const settlement: DebtSettlement = {
    ...debt,
    ...{ id: newPublicId('dst', debt.holderId), kind, amount, reason },
    ...{ requestedBy: personOf(actor), requestedAt: at, decidedBy: null },
    ...(waits ? { status: 'requested', decidedAt: null } : { status: 'posted', decidedAt: at }),
  };
  await insertSettlement(tx, settlement);
  if (!waits) return settle({ actor, tx, at }, settlement, locked, owed);
  await record(actor, tx, settlement, owed, owed);
  await mailWriteOffRequested(tx, settlement);
  return settlement;
}

/**
 * The second person approves a write-off: what is still owed of it is written off. Approving it again changes nothing.
 * @throws AppError `not_found`; `forbidden`, also for who requested it; `invalid_state` when it was declined, or when
 * nothing is owed any more.
 */
export async function approveWriteOff(actor: Actor, tx: Tx, clock: Clock, id: string, by: By): Promise<DebtSettlement> {
  const settlement = await take(actor, tx, id, by, 'written_off');
  if (settlement.status === 'posted') return settlement;
  if (settlement.status === 'declined') throw new AppError('invalid_state', { message: 'The write-off was declined.' });
  const decidedBy = personOf(actor);
  if (decidedBy === null) throw new AppError('forbidden', { message: noShell });
  if (decidedBy === settlement.requestedBy) throw new AppError('forbidden', { message: ownRequest });
  const locked = await lockDebt(tx, settlement);
  const owed = balanceOf(locked, memoOf(settlement));
  if (owed === 0n) throw nothingOwed(settlement);
  const at = clock.now(settlement.holderId, settlement.mode);
  const amount = least(settlement.amount, owed);

  const approved: DebtSettlement = { ...settlement, amount, status: 'posted', decidedBy, decidedAt: at };
  await setDecided(tx, approved);
  return settle({ actor, tx, at }, approved, locked, owed);
}

/** Declines a write-off that waits, or withdraws it. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function declineWriteOff(actor: Actor, tx: Tx, clock: Clock, id: string, by: By): Promise<DebtSettlement> {
  const settlement = await take(actor, tx, id, by, 'decline');
  if (settlement.status === 'declined') return settlement;
  if (settlement.status === 'posted') throw new AppError('invalid_state', { message: 'The debt is written off.' });

  const decidedAt = clock.now(settlement.holderId, settlement.mode);
  const declined: DebtSettlement = { ...settlement, status: 'declined', decidedBy: personOf(actor), decidedAt };
  await setDecided(tx, declined);
  await appendAudit(actor, tx, {
    action: actionsOf(settlement).decline,
    ...objectOf(settlement),
    before: { status: settlement.status },
    after: { status: declined.status, amount: settlement.amount, currency: settlement.currency },
  });
  return declined;
}

type By = 'service' | 'company';

async function take(actor: Actor, tx: Tx, id: string, by: By, act: 'written_off' | 'decline'): Promise<DebtSettlement> {
  const holderId = holderOfPublicId('dst', id);
  const found = holderId === undefined ? undefined : await lockSettlement(tx, holderId, id);
  const settlement = found !== undefined && (found.linkId === null) === (by === 'service') ? found : undefined;
  authorize(actor, actions[by][act], settlement, noSettlement);
  if (settlement?.kind !== 'written_off') throw new AppError('not_found', { message: noSettlement });
  return settlement;
}

const memoOf = (debt: Debt): AccountRef => debtAccountOf(creditedBy(debt)) as AccountRef;

async function lockDebt(tx: Tx, debt: Debt): Promise<LockedAccounts> {
  const postings = (['repaid', 'written_off'] as const).flatMap((kind) =>
    settlementDrafts({ ...debt, kind, amount: 1n, id: '' } as DebtSettlement),
  );
  const refs = [creditedBy(debt), memoOf(debt), ...postings.flatMap(({ from, to }) => [from, to])];
  return openAndLockAccounts(tx, [...new Map(refs.map((ref) => [accountKey(ref), ref])).values()]);
}

/** Orders may settle again: what clearing may be spent on leaves out the company's debt. */
async function settle(
  work: UnitOfWork,
  settlement: DebtSettlement,
  locked: LockedAccounts,
  owed: bigint,
): Promise<DebtSettlement> {
  const { actor, tx, at } = work;
  await post(tx, settlementDrafts(settlement), at, locked);
  await record(actor, tx, settlement, owed, owed - settlement.amount);
  const listed = await findListedSettlement(tx, settlement.holderId, settlement.id);
  const type = settlement.kind === 'repaid' ? 'debt.repaid' : 'debt.written_off';
  const subject = subjectOf.debtSettlement(settlement.id);
  if (listed !== undefined) await appendEvents(work, settlement, [{ type, subject, data: presentSettlement(listed) }]);
  await mailSettled(tx, settlement, owed - settlement.amount);
  if (settlement.accountKind === 'clearing') await enqueueSettlement(tx, settlement);
  return settlement;
}

const objectOf = ({ holderId, mode, id }: DebtSettlement) => ({
  holderId,
  mode,
  object: { kind: 'debt_settlement', id },
});

/** @param before what was owed, @param after what is owed now; minor units. */
async function record(actor: Actor, tx: Tx, settlement: DebtSettlement, before: bigint, after: bigint): Promise<void> {
  const { kind, amount, currency, reason, status, linkId } = settlement;
  await appendAudit(actor, tx, {
    action: actionsOf(settlement)[kind],
    ...objectOf(settlement),
    before: { owed: before },
    after: { owed: after, amount, currency, status, reason, ...(linkId === null ? {} : { link: linkId }) },
  });
}

const nothingOwed = ({ currency }: Debt): AppError =>
  new AppError('invalid_state', { message: `Nothing is owed in ${currency}.` });

function moreThanOwed({ currency }: Debt, owed: bigint): AppError {
  const message = `must be at most ${formatDecimal(owed, exponentOf(currency))}, which is owed now`;
  return invalidField('amount', message);
}
