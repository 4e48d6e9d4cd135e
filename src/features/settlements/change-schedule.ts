/**
 * Changes the settlement schedule of a company's book. A run that is already due still happens; all other due times are
 * recomputed from now. Runs missed during a pause are not caught up, but orders that wait for funds are checked
 * immediately.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { nextRun } from '../../base/clock/schedule.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { SettingsChange, SettlementSettings } from './schedule-settings.ts';
import {
  addPastTimeZone,
  everyCurrency,
  findSettings,
  listDues,
  removeDue,
  saveSettings,
  setDue,
} from './schedules.repository.ts';
import { hasWaitingOrders } from './shortfalls.repository.ts';

/** @returns the settings after the change. @throws AppError `forbidden`. */
export async function changeSettings(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  book: Book,
  change: SettingsChange,
): Promise<SettlementSettings> {
  authorize(actor, 'schedule.change', book);
  const before = await findSettings(tx, book, true);
  await saveSettings(tx, book, change);
  if (change.timeZone !== undefined && change.timeZone !== before.timeZone) {
    await addPastTimeZone(tx, book, before.timeZone, clock.now(book.holderId, book.mode));
  }
  const after = await findSettings(tx, book);
  await appendAudit(actor, tx, {
    action: 'schedule.change',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'settlement_schedule', id: String(book.holderId) },
    before: factsOf(before),
    after: factsOf(after),
  });

  await moveDues(tx, clock, book, after, before.paused);
  if (before.paused && !after.paused && (await hasWaitingOrders(tx, book))) {
    await enqueueSettlement(tx, { ...book, currency: undefined });
  }
  return after;
}

const factsOf = ({ schedule, currencies, ...rest }: SettlementSettings): AuditFacts => ({
  ...rest,
  schedule: JSON.stringify(schedule),
  currencies: JSON.stringify(Object.fromEntries(currencies)),
});

async function moveDues(
  tx: Tx,
  clock: Clock,
  book: Book,
  settings: SettlementSettings,
  wasPaused: boolean,
): Promise<void> {
  const now = clock.now(book.holderId, book.mode);
  const dues = await listDues(tx, book);
  const keepsTurn = (currency: string): boolean => !wasPaused && (dues.get(currency) ?? Infinity) <= now;
  const schedules = new Map([[everyCurrency, settings.schedule], ...settings.currencies]);
  for (const [currency, schedule] of schedules) {
    if (keepsTurn(currency)) continue;
    await setDue(tx, { ...book, currency, dueAt: nextRun(schedule, settings.timeZone, now) });
  }
  for (const currency of dues.keys()) {
    if (!schedules.has(currency) && !keepsTurn(currency)) await removeDue(tx, book, currency);
  }
}
