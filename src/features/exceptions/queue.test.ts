import { expect, it } from 'vitest';
import type { Exception, ExceptionKind, Reader, Source } from './exception.ts';
import { placeOf, readQueue } from './queue.ts';

const reader = {} as Reader;

/** One whose rows are known, paged as the database pages them. */
const sourceOf = (
  kind: ExceptionKind,
  rows: readonly (readonly [at: bigint, key: string, due?: number])[],
): Source => ({
  kind,
  needs: 'orders.read',
  endsByHand: false,
  list: async (_, { after, limit }) =>
    rows
      .filter(([at, key]) => {
        if (after === undefined || at > after.at) return true;
        if (at < after.at || after.keys === 'none') return false;
        return after.keys === 'all' || key > after.keys.after;
      })
      .slice(0, limit)
      .map(([at, key, due]) => {
        const dueAt = due === undefined ? null : new Date(due);
        return { kind, at, key, objectId: key, dueAt } as Exception;
      }),
  count: async () => rows.length,
  find: async () => false,
});

it('pages hold every row once, also those of the same instant of different kinds', async () => {
  const sources = [
    sourceOf('top_up', [
      [1n, 'a'],
      [2n, 'b'],
      [2n, 'c'],
    ]),
    sourceOf('order_held', [
      [2n, 'd'],
      [2n, 'e'],
      [3n, 'f'],
    ]),
    sourceOf('webhook', [[2n, 'g']]),
  ];
  for (const limit of [1, 2, 3, 7]) {
    const seen: string[] = [];
    for (let last: Exception | undefined, isMore = true; isMore; ) {
      const assigned = { filter: 'everyone', personId: 'ada' } as const;
      const rows: Exception[] = await readQueue(reader, sources, {
        ...{ after: last && placeOf(last), limit, kind: undefined, assigned },
      });
      seen.push(...rows.map(({ key }) => key));
      last = rows.at(-1);
      isMore = rows.length === limit;
    }
    expect(seen.join('')).toBe('adegbcf');
  }
});

it('deadlines come first, in their order, and each once on pages of any length', async () => {
  const sources = [
    sourceOf('order_held', [
      [1n, 'old'],
      [9n, 'new'],
    ]),
    sourceOf('shortfall', [[8n, 'tonight', 20]]),
    sourceOf('dispute', [
      [2n, 'next week', 70],
      [3n, 'tomorrow', 30],
      [4n, 'tomorrow too', 30],
    ]),
  ];
  const all = ['tonight', 'tomorrow', 'tomorrow too', 'next week', 'old', 'new'];
  for (const limit of [1, 2, 4, 5, 6, 7]) {
    const seen: string[] = [];
    for (let last: Exception | undefined, isMore = true; isMore; ) {
      const assigned = { filter: 'everyone', personId: 'ada' } as const;
      const after = last && placeOf(last);
      const rows: Exception[] = await readQueue(reader, sources, { after, limit, kind: undefined, assigned });
      seen.push(...rows.map(({ key }) => key));
      last = rows.at(-1);
      isMore = rows.length === limit;
    }
    expect(seen).toEqual(all);
  }
});
