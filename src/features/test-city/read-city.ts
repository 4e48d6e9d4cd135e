/** Reads a company's test city, its last evening and what the last move of it did. Writes nothing. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { endOf, isPlaying } from './evening.ts';
import {
  countDeliveriesAfter,
  countEventsAfter,
  type Evening,
  findLastEvening,
  hasCity,
} from './test-city.repository.ts';
import type { PresentedTestCity } from './test-city-schemas.ts';

export async function readCity(
  { db, clock }: { db: Database; clock: Clock },
  companyId: bigint,
): Promise<PresentedTestCity> {
  const now = clock.now(companyId, 'test');
  const evening = await findLastEvening(db, companyId);
  return {
    is_made: evening !== undefined || (await hasCity(db, companyId)),
    now: now.toISOString(),
    evening: evening === undefined ? null : await presentEvening(db, evening, now),
  };
}

async function presentEvening(
  db: Database,
  evening: Evening,
  now: Date,
): Promise<NonNullable<PresentedTestCity['evening']>> {
  const { companyId, movedAfter, movedFrom, playUntil, endedAt } = evening;
  const events = await countEventsAfter(db, companyId, movedAfter);
  const deliveries = await countDeliveriesAfter(db, companyId, { after: movedAfter, since: evening.movedAt });
  // What happens after the evening is not of its last move.
  const to = now < playUntil ? now : playUntil;
  return {
    number: evening.number,
    orders: evening.orders,
    time_zone: evening.timeZone,
    starts_at: evening.startsAt.toISOString(),
    ends_at: endOf(evening).toISOString(),
    until: playUntil.toISOString(),
    is_playing: isPlaying(evening),
    refused_steps: evening.refused,
    ended_at: endedAt?.toISOString() ?? null,
    ran: {
      from: movedFrom.toISOString(),
      to: (to < movedFrom ? movedFrom : to).toISOString(),
      events: events.map(({ type, count }) => ({ type, count: Number(count) })),
      webhook_deliveries: Number(deliveries),
    },
  };
}
