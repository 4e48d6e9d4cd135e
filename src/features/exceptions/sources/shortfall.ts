/** What clearing lacks: one row for each currency in which orders wait for funds, however many they are. */
import { computedSource } from '../computed-source.ts';
import { noEffect } from '../exception.ts';
import { lookAhead } from '../outlook.ts';
import { listWaiting } from '../waiting-orders.repository.ts';

export const shortfall = computedSource({
  kind: 'shortfall',
  needs: 'orders.read',
  read: async (reader) => {
    const waiting = await listWaiting(reader.db, reader.book);
    if (waiting.length === 0) return [];
    const { next } = await lookAhead(reader);
    return waiting.flatMap(({ currency, since }) => {
      const run = next.find((one) => one.currency === currency);
      // Money has arrived: they are about to settle.
      if (run === undefined || run.missing <= 0n) return [];
      const { missing: amount, orders: count, nextRunAt: at } = run;
      return [
        {
          objectId: currency,
          since,
          dueAt: at,
          amount,
          currency,
          effect: { ...noEffect, code: 'settles_orders' as const, amount, currency, at, count },
        },
      ];
    });
  },
});
