/** Finds a company's orders of a time without an index on it: recording an order must not have another one to write. */
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../base/clock/clock.ts';
import { firstIdSince, writtenSince } from '../../base/database/first-id-since.ts';
import type { Book } from '../../core/ledger/accounts.ts';

const msPerHour = 3_600_000;
/** Rows written at the same time may have their ids the other way round. */
const slackMs = 24 * msPerHour;

/** When the rows of a time may have been written, as their own clocks had it. */
export type WrittenIn = { since: Date | undefined; until: Date | undefined };

/** A test clock is ahead of the time at which rows are written, by as much as it is now at the most. */
export function writtenIn(
  clock: Clock,
  { holderId, mode }: Book,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): WrittenIn {
  const ahead = clock.now(holderId, mode).getTime() - clock.now(holderId, 'live').getTime();
  const slack = Math.max(0, ahead) + slackMs;
  return { since: from && new Date(from.getTime() - slack), until: to && new Date(to.getTime() + slack) };
}

/** A condition on `orders o`: a range of ids, which the primary key has in order. It leaves out no row of the time. */
export const writtenBetween = (holderId: bigint, { since, until }: WrittenIn): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(since === undefined ? [] : [writtenSince('o.id', 'orders', holderId, since)]),
      ...(until === undefined ? [] : [sql`o.id < (${firstIdSince('orders', holderId, until)})`]),
    ],
    sql` and `,
  );
