/**
 * Sets when an account is paid out by itself (docs/contract/partner.md, "Automatic payouts"). Whoever may request a payout may,
 * with the same proof; the owners are notified by mail of every change.
 */
import assert from 'node:assert/strict';
import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf } from '../../core/access/four-eyes.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { listOwners } from '../holders/addresses.ts';
import { drawnColumnsOf } from './payout.ts';
import { nextPayoutAt, type PayoutSchedule, type PayoutTerms } from './payout-schedule.ts';
import { scheduleChangedMail } from './payout-schedule-mails.ts';
import {
  findTimeZone,
  insertSchedule,
  lockActiveSchedules,
  lockScheduleOf,
  saveSchedule,
} from './payout-schedules.repository.ts';
import { lockOwner } from './payouts.repository.ts';
import { chooseBankAccount, type Drawn, mayDraw, noAccount } from './request-payout.ts';

/** `timeZone` undefined: that of the company's settlements, else UTC. `bankAccountId` undefined: the only one on file. */
export type AskedTerms = Omit<PayoutTerms, 'timeZone' | 'bankAccountId'> & {
  timeZone: string | undefined;
  bankAccountId: string | undefined;
};

/**
 * Terms that are the same change nothing and notify nobody. A payout that is due keeps its turn unless the days change.
 * @throws AppError `not_found` for an account that is not the owner's; `validation_failed` without a suitable bank account.
 */
export async function changePayoutSchedule(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  drawn: Drawn,
  asked: AskedTerms,
): Promise<PayoutSchedule> {
  const { ownerHolderId, book, account, currency } = drawn;
  authorize(actor, 'payout_schedules.change', { holderId: ownerHolderId, mode: book.mode }, noAccount);
  const owner = await lockOwner(tx, ownerHolderId);
  if (owner === undefined || !(await mayDraw(tx, drawn, owner))) {
    throw new AppError('not_found', { message: noAccount });
  }
  const columns = drawnColumnsOf(account);
  assert(columns, 'the account is one that payouts draw from');
  const of = { ownerHolderId, currency, ...columns };
  const before = await lockScheduleOf(tx, book, of);
  const terms = await completeTerms(tx, drawn, asked);
  if (before !== undefined && isSame(before, terms)) return before;
  const at = clock.now(book.holderId, book.mode);
  const keepsTurn = before !== undefined && isSameTiming(before, terms);
  const schedule: PayoutSchedule = {
    ...(before ?? { ...book, ...of, id: newPublicId('ps', book.holderId), last: null }),
    ...terms,
    setBy: personOf(actor),
    setAt: at,
    dueAt: keepsTurn ? before.dueAt : nextPayoutAt(terms, at),
  };

  await (before === undefined ? insertSchedule(tx, schedule) : saveSchedule(tx, schedule));
  await recordChange({ actor, tx, at }, before, schedule);
  return schedule;
}

/** A bank account is checked as for a payout, so that a schedule can't be set that is refused each time. */
async function completeTerms(
  tx: Tx,
  drawn: Drawn,
  { bankAccountId, timeZone, ...rest }: AskedTerms,
): Promise<PayoutTerms> {
  const { ownerHolderId, currency, book } = drawn;
  if (rest.every !== 'never') await chooseBankAccount(tx, { ownerHolderId, currency, bankAccountId });
  return {
    ...rest,
    bankAccountId: bankAccountId ?? null,
    timeZone: timeZone ?? (await findTimeZone(tx, book)) ?? 'UTC',
  };
}

/** For closing an account: the caller has checked the permission, locked the holder, and mails the owners. */
export async function endAllPayoutSchedules(actor: Actor, tx: Tx, clock: Clock, holderId: bigint): Promise<void> {
  for (const before of await lockActiveSchedules(tx, holderId)) {
    const after: PayoutSchedule = { ...before, every: 'never', day: null, dueAt: null };
    await saveSchedule(tx, after);
    await appendChange({ actor, tx, at: clock.now(before.holderId, before.mode) }, before, after);
  }
}

const isSameTiming = (one: PayoutTerms, other: PayoutTerms): boolean =>
  one.every === other.every && one.day === other.day && one.timeZone === other.timeZone;

const isSame = (one: PayoutTerms, other: PayoutTerms): boolean =>
  isSameTiming(one, other) &&
  one.minimum === other.minimum &&
  one.keep === other.keep &&
  one.bankAccountId === other.bankAccountId;

const factsOf = ({
  accountKind,
  linkId,
  currency,
  every,
  day,
  timeZone,
  minimum,
  keep,
  bankAccountId,
}: PayoutSchedule) =>
  ({
    ...{ account: accountKind, beneficiary: linkId, currency, every, day, timeZone, minimum, keep },
    bankAccount: bankAccountId,
  }) satisfies AuditFacts;

async function appendChange({ actor, tx }: UnitOfWork, before: PayoutSchedule | undefined, after: PayoutSchedule) {
  await appendAudit(actor, tx, {
    action: 'payout_schedules.change',
    holderId: after.ownerHolderId,
    mode: after.mode,
    object: { kind: 'payout_schedule', id: after.id },
    before: before === undefined ? null : factsOf(before),
    after: factsOf(after),
  });
}

async function recordChange(
  work: UnitOfWork,
  before: PayoutSchedule | undefined,
  after: PayoutSchedule,
): Promise<void> {
  await appendChange(work, before, after);
  for (const owner of await listOwners(work.tx, after.ownerHolderId)) {
    await queueMail(work.tx, owner, (words) => scheduleChangedMail(words, after));
  }
}
