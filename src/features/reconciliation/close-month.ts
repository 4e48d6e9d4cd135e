/** Closes a month of a source once everything in it is explained, and reopens it with a reason. Both may be repeated. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { reasonLengthMax } from '../../base/schemas/request-parts.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { endOf, monthName } from './closed-months.ts';
import { countOpenBefore, findLastClosed, insertMonth, setReopened } from './months.repository.ts';
import { readBalances, sayGap } from './read-gaps.ts';
import type { Outside } from './reconciliation.repository.ts';
import { lockSource } from './statement-sources.ts';

type Deps = { db: Database; clock: Clock };

const refusal = (message: string) => new AppError('invalid_state', { message });

/** Who it was, where the log of all acts is not at hand. */
const nameOf = (actor: Actor): string =>
  actor.kind === 'person' ? actor.personId : actor.kind === 'command' ? actor.user : actor.kind;

/** @throws AppError `validation_failed` (`month`). */
function readMonth(month: string): void {
  if (!/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month)) throw invalidField('month', 'is not a month such as 2031-03');
}

/**
 * Closes the month, and with it every one before. @param month `2031-03`.
 * @throws AppError `forbidden`; `validation_failed`; `invalid_state` while the month lasts, while a line up to its end is
 *   open, and where a statement is missing.
 */
export async function closeMonth(actor: Actor, { db, clock }: Deps, outside: Outside, month: string): Promise<void> {
  const { mode } = outside;
  authorize(actor, 'reconciliation.close_month', { holderId: serviceHolderId, mode });
  readMonth(month);
  return inTransaction(db, async (tx) => {
    await lockSource(tx, outside);
    const closed = await findLastClosed(tx, outside);
    if (closed !== undefined && closed >= month) return;
    const at = clock.now(serviceHolderId, mode);
    await refuseUnfinished(tx, outside, month, at);

    await insertMonth(tx, outside, month, { at, by: nameOf(actor), before: endOf(month) });
    await record(actor, tx, 'reconciliation.close_month', outside, month);
  });
}

async function refuseUnfinished(tx: Tx, outside: Outside, month: string, at: Date): Promise<void> {
  const [name, end] = [monthName(month), endOf(month)];
  if (at.toISOString().slice(0, 10) < end) throw refusal(`${name} is not over.`);
  const open = await countOpenBefore(tx, outside, end);
  if (open > 0) {
    const lines = open === 1 ? '1 line is' : `${open} lines are`;
    throw refusal(
      `${lines} open up to the end of ${name}: match, book or decide them first. They are in the reconciliation with the status Open, and in "sluice reconcile report".`,
    );
  }
  const { gaps } = await readBalances(tx, outside);
  // One of its days may be missing.
  const missing = gaps.filter(({ after, before }) => after < end && (nextDay(after) < end || before <= nextDay(after)));
  if (missing.length > 0) throw refusal(missing.map(sayGap).join(' '));
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/**
 * @param reason kept with the month and in the audit log.
 * @throws AppError `forbidden`; `validation_failed`; `invalid_state` where a later month is closed.
 */
export async function reopenMonth(
  actor: Actor,
  { db, clock }: Deps,
  outside: Outside,
  month: string,
  reason: string,
): Promise<void> {
  const { mode } = outside;
  authorize(actor, 'reconciliation.reopen_month', { holderId: serviceHolderId, mode });
  readMonth(month);
  if (reason.trim() === '' || reason.length > reasonLengthMax) {
    throw invalidField('reason', `must have 1 to ${reasonLengthMax} characters`);
  }
  return inTransaction(db, async (tx) => {
    await lockSource(tx, outside);
    const closed = await findLastClosed(tx, outside);
    if (closed === undefined || closed < month) return;
    if (closed > month)
      throw refusal(`${monthName(closed)} is closed too, and every month before it. Reopen that first.`);

    const at = clock.now(serviceHolderId, mode);
    await setReopened(tx, outside, month, { at, by: nameOf(actor), reason });
    await record(actor, tx, 'reconciliation.reopen_month', outside, month, reason);
  });
}

const record = (
  actor: Actor,
  tx: Tx,
  action: 'reconciliation.close_month' | 'reconciliation.reopen_month',
  { mode, source }: Outside,
  month: string,
  reason: string | null = null,
): Promise<void> =>
  appendAudit(actor, tx, {
    action,
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_month', id: `${source}/${month}` },
    after: { source, month, ...(reason !== null && { reason }) },
  });
