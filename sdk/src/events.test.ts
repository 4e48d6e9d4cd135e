/** Where each request for events goes on. */
import { describe, expect, it } from 'vitest';
import { eventsToEnd, followedEvents } from './events.ts';
import type { Page } from './pages.ts';
import type { QueryOf } from './types.ts';

type Query = QueryOf<'listEvents'>;

/** A log that answers one page after the other, and what it was asked. */
function log(pages: readonly Page<string>[]) {
  const asked: Query[] = [];
  return {
    asked,
    pageAt: async (query: Query) => {
      const page = pages[asked.length];
      if (page === undefined) throw new Error('There are no more pages');
      asked.push(query);
      return page;
    },
  };
}

const page = (data: string[], next: string | null): Page<string> => ({ data, next_cursor: next });

async function followed(pages: readonly Page<string>[], query: Query): Promise<{ seen: string[]; asked: Query[] }> {
  const { asked, pageAt } = log(pages);
  const seen: string[] = [];
  const reading = (async () => {
    for await (const event of followedEvents(pageAt, query)) seen.push(event);
  })();
  await expect(reading).rejects.toThrow('There are no more pages');
  return { seen, asked };
}

it('reading to the end stops at the last page', async () => {
  const { asked, pageAt } = log([page(['a', 'b'], 'b'), page(['c'], null)]);
  const seen: string[] = [];
  for await (const event of eventsToEnd(pageAt, { from: '2031-03-01T00:00:00Z', limit: 2 })) seen.push(event);
  expect(seen).toEqual(['a', 'b', 'c']);
  const query = { from: '2031-03-01T00:00:00Z', limit: 2 };
  expect(asked).toEqual([query, { ...query, after: 'b' }]);
});

describe('following', () => {
  it('goes on after a page without events', async () => {
    const { seen, asked } = await followed([page(['a'], 'a'), page([], 'a'), page(['b'], 'b')], { type: 'order.*' });
    expect(seen).toEqual(['a', 'b']);
    expect(asked.map(({ after, wait }) => [after, wait])).toEqual([
      [undefined, 20],
      ['a', 20],
      ['a', 20],
    ]);
  });

  it('keeps where to begin while the log is empty', async () => {
    const from = '2031-03-01T00:00:00Z';
    const { asked } = await followed([page([], null), page(['a'], 'a')], { from, wait: 3 });
    expect(asked).toEqual([
      { from, wait: 3 },
      { from, wait: 3 },
    ]);
  });

  it('of the latest misses nothing that happens between two requests', async () => {
    const { asked } = await followed([page([], null), page(['a'], 'a'), page(['b'], 'b')], { after: 'latest' });
    expect(asked.map(({ after }) => after)).toEqual(['latest', undefined, 'a']);
  });
});
