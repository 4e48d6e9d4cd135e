/**
 * Requests the payouts whose schedules are due, as the payee would (docs/contract/partner.md, "Automatic payouts"). The next due
 * time is stored in the transaction of the payout: it is requested once by any number of processes, and after downtime one
 * payout stands for all that were missed.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { shownMoney } from '../../base/money/shown-money.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { drawnAccount } from './payout.ts';
import { type Attempt, automaticAmount, nextPayoutAt, type PayoutSchedule } from './payout-schedule.ts';
import { payoutRefusedMail, type Refusal } from './payout-schedule-mails.ts';
import { listDuePayouts, lockSchedule, saveAttempt } from './payout-schedules.repository.ts';
import { findRule, lockOwner } from './payouts.repository.ts';
import { type Drawn, limitLeft, lockDrawn, requestPayout } from './request-payout.ts';

const dueMax = 500;
const reasonLengthMax = 500;

type Deps = { db: Database; clock: Clock };
type Due = Awaited<ReturnType<typeof listDuePayouts>>[number];

/**
 * Makes what is due until nothing is. A failure of one does not stop the others: it stays due.
 * @param only the one book to look at; undefined for all.
 * @returns how many due times were advanced.
 */
export async function runPayoutSchedules(
  actor: Actor,
  deps: Deps,
  onError: (error: unknown) => void,
  only?: Book,
): Promise<number> {
  for (let moved = 0; ; ) {
    let movedNow = 0;
    for (const due of await listDuePayouts(deps.db, deps.clock.now(0n, 'live'), dueMax, only)) {
      const isMoved = await runDue(actor, deps, due).catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (isMoved) movedNow += 1;
    }
    if (movedNow === 0) return moved;
    moved += movedNow;
  }
}

/** @returns whether the due time was advanced: false when another process did it, or it was switched off. */
async function runDue(actor: Actor, { db, clock }: Deps, due: Due): Promise<boolean> {
  try {
    return await inTransaction(db, (tx) => takeTurn(actor, tx, clock, due), due);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // What a refused payout did is rolled back; that it was refused is kept.
    return inTransaction(db, (tx) => refuseTurn(tx, clock, due, refusalOf(error)), due);
  }
}

type Turn = { schedule: PayoutSchedule; dueAt: Date; now: Date };

/** The owner is locked first, as by every request for a payout. @returns undefined when it is not due any more. */
async function lockTurn(tx: Tx, clock: Clock, { holderId, id, ownerHolderId }: Due): Promise<Turn | undefined> {
  await lockOwner(tx, ownerHolderId);
  const schedule = await lockSchedule(tx, holderId, id);
  if (schedule === undefined) return undefined;
  const { dueAt, mode } = schedule;
  const now = clock.now(holderId, mode);
  return dueAt === null || dueAt > now ? undefined : { schedule, dueAt, now };
}

/** @throws AppError as `requestPayout`. */
async function takeTurn(actor: Actor, tx: Tx, clock: Clock, due: Due): Promise<boolean> {
  const turn = await lockTurn(tx, clock, due);
  if (turn === undefined) return false;
  const { schedule, dueAt, now } = turn;
  const { id, setBy, currency, bankAccountId, keep } = schedule;
  const drawn = drawnOf(schedule);
  const rule = await findRule(tx, currency);
  const { spendable } = await lockDrawn(tx, drawn);
  const limits = { ...schedule, rule, limitLeft: await limitLeft(tx, drawn, rule, now) };
  const planned = automaticAmount(spendable, limits);
  if (!planned.ok) {
    await endTurn(tx, turn, { outcome: 'nothing', reason: lackOf({ ...planned, spendable, keep, currency }) });
    return true;
  }

  await requestPayout(actor, tx, clock, {
    ...drawn,
    amount: planned.amount,
    bankAccountId: bankAccountId ?? undefined,
    scheduled: { id, dueAt, setBy },
  });
  await endTurn(tx, turn, { outcome: 'requested', reason: null });
  return true;
}

const drawnOf = (schedule: PayoutSchedule): Drawn => ({
  ownerHolderId: schedule.ownerHolderId,
  book: { holderId: schedule.holderId, mode: schedule.mode },
  account: drawnAccount(schedule),
  currency: schedule.currency,
});

/** Mails it once: not again while the same reason keeps refusing it. */
async function refuseTurn(tx: Tx, clock: Clock, due: Due, refusal: Refusal): Promise<boolean> {
  const turn = await lockTurn(tx, clock, due);
  if (turn === undefined) return false;
  const { schedule } = turn;
  const reason = refusal.text;
  const isNew = schedule.last?.outcome !== 'refused' || schedule.last.reason !== reason;

  await endTurn(tx, turn, { outcome: 'refused', reason });
  if (!isNew) return true;
  for (const reader of await listReadersThatMay(tx, schedule.ownerHolderId, 'payouts.request')) {
    await queueNotice(tx, 'payouts', reader, (words) => payoutRefusedMail(words, schedule, refusal));
  }
  return true;
}

function endTurn(tx: Tx, { schedule, dueAt, now }: Turn, came: Pick<Attempt, 'outcome' | 'reason'>): Promise<void> {
  return saveAttempt(tx, schedule, { ...came, triedAt: now, triedFor: dueAt }, nextPayoutAt(schedule, now));
}

type Lack = { lacks: 'funds' | 'limit'; needed: bigint; spendable: bigint; keep: bigint; currency: string };

/** Why there is nothing to pay out, in a sentence. */
export function lackOf({ lacks, needed, spendable, keep, currency }: Lack): string {
  const shown = (minor: bigint): string => shownMoney(minor, currency);
  const least = `The least payout is ${shown(needed)}.`;
  if (lacks === 'limit') return `The limit of 24 hours leaves too little. ${least}`;
  const stays = keep === 0n ? '' : `, and ${shown(keep)} stays in the account`;
  return `${shown(spendable > 0n ? spendable : 0n)} can be paid out${stays}. ${least}`;
}

const fieldNames: Readonly<Record<string, string>> = { bank_account_id: 'The bank account', amount: 'The amount' };

const refusalOf = (error: AppError): Refusal => ({ text: reasonOf(error), kind: kindOf(error) });

function kindOf({ code, details }: AppError): Refusal['kind'] {
  const field = details[0]?.field;
  if (field === 'bank_account_id') return 'bankAccount';
  if (field === 'amount') return 'amount';
  if (code === 'forbidden') return 'account';
  return code === 'insufficient_funds' ? 'funds' : undefined;
}

/** A refusal as a sentence for the payee. */
function reasonOf({ message, details }: AppError): string {
  const [first] = details;
  const name = first && fieldNames[first.field];
  // Messages of fields follow the field's name, except those that name what is missing.
  const text =
    first === undefined
      ? message
      : name && !first.message.startsWith('no ')
        ? `${name} ${first.message}`
        : first.message;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return (sentence.endsWith('.') ? sentence : `${sentence}.`).slice(0, reasonLengthMax);
}
