/** What clearing lacks: one row for each currency in which orders wait for funds, however many they are. */
import { findNextSettlements } from '../../settlements/home/next-settlements.ts';
import { findSettings } from '../../settlements/schedules.repository.ts';
import { computedSource } from '../computed-source.ts';
import { noEffect } from '../exception.ts';
import { listWaiting } from '../waiting-orders.repository.ts';

export const shortfall = computedSource({
  kind: 'shortfall',
  needs: 'orders.read',
  read: async ({ db, clock, book }) => {
    const waiting = await listWaiting(db, book);
    if (waiting.length === 0) return [];
    const next = await findNextSettlements({ db, clock }, book, await findSettings(db, book));
    return waiting.flatMap(({ currency, since }) => {
      const run = next.find((one) => one.currency === currency);
      // Money has arrived: they are about to settle.
      if (run === undefined || run.missing <= 0n) return [];
      const { missing: amount, orders: count, nextRunAt: at } = run;
      return [
        {
          objectId: currency,
          since,
          amount,
          currency,
          effect: { ...noEffect, code: 'settles_orders' as const, amount, currency, at, count },
        },
      ];
    });
  },
});
