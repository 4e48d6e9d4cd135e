/** A paused schedule while orders are ready to settle: they stay until someone resumes it, or settles by hand. */
import { findLastTime } from '../../../core/access/audit-log.repository.ts';
import { findSettings } from '../../settlements/schedules.repository.ts';
import { computedSource } from '../computed-source.ts';
import { lookAhead } from '../outlook.ts';

export const settlementPaused = computedSource({
  kind: 'settlement_paused',
  needs: 'schedule.read',
  read: async (reader) => {
    const { db, clock, book } = reader;
    const settings = await findSettings(db, book);
    if (!settings.paused) return [];
    const { next } = await lookAhead(reader);
    if (next.every(({ orders }) => orders === 0)) return [];
    const since =
      (await findLastTime(db, { ...book, action: 'schedule.change' })) ?? clock.now(book.holderId, book.mode);
    return [{ objectId: 'schedule', since }];
  },
});
