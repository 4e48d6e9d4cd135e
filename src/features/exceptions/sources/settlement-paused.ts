/** A paused schedule while orders are ready to settle: they stay until someone resumes it, or settles by hand. */
import { findLastTime } from '../../../core/access/audit-log.repository.ts';
import { findNextSettlements } from '../../settlements/home/next-settlements.ts';
import { findSettings } from '../../settlements/schedules.repository.ts';
import { computedSource } from '../computed-source.ts';

export const settlementPaused = computedSource({
  kind: 'settlement_paused',
  needs: 'schedule.read',
  read: async ({ db, clock, book }) => {
    const settings = await findSettings(db, book);
    if (!settings.paused) return [];
    const next = await findNextSettlements({ db, clock }, book, settings);
    if (next.every(({ orders }) => orders === 0)) return [];
    const since =
      (await findLastTime(db, { ...book, action: 'schedule.change' })) ?? clock.now(book.holderId, book.mode);
    return [{ objectId: 'schedule', since }];
  },
});
