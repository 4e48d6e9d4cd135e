/** `sluice reconcile months`, `close-month` and `reopen-month`. */
import { systemClock } from '../../base/clock/clock.ts';
import { closeMonth, reopenMonth } from '../../features/reconciliation/close-month.ts';
import { listMonths } from '../../features/reconciliation/months.repository.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { say, sayJson, table } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

export async function monthsCommand({ source, mode, json }: Outside & { json?: boolean }): Promise<void> {
  const months = await withDatabase((db) => listMonths(db, { source, mode }));
  if (json) return sayJson(months);
  say(
    table([
      ['Month', 'Lines', 'Open', 'State'],
      ...months.map(({ month, lines, open, isClosed, closedAt, closedBy }) => [
        month,
        String(lines),
        String(open),
        isClosed ? `closed ${closedAt?.toISOString().slice(0, 10)} by ${closedBy}` : 'open',
      ]),
    ]),
  );
}

export async function closeMonthCommand(month: string, { source, mode }: Outside): Promise<void> {
  await withDatabase((db) =>
    closeMonth(shellActor(), { db, clock: systemClock }, { source, mode }, month).catch(sayDetails),
  );
  say(`${month} is closed, and with it every month before.`);
}

export async function reopenMonthCommand(month: string, { source, mode, reason }: Outside & { reason: string }) {
  await withDatabase((db) =>
    reopenMonth(shellActor(), { db, clock: systemClock }, { source, mode }, month, reason).catch(sayDetails),
  );
  say(`${month} is open.`);
}
