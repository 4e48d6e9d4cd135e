/** Lists as CSV are read page by page to their end, and no further. */
import { expect, it } from 'vitest';
import { csvPages } from './csv-pages.ts';

/** A list of numbers from 1. @returns the lines of its file, and where each page began. */
async function write(count: number) {
  const asked: (bigint | undefined)[] = [];
  const pages = csvPages({
    columns: ['number'],
    read: async ({ after = 0n, limit }: { after?: bigint | undefined; limit: number }) => {
      asked.push(after);
      const left = Math.min(limit, count - Number(after));
      return Array.from({ length: left }, (_, index) => ({ number: after + BigInt(index) + 1n }));
    },
    placeOf: ({ number }) => number,
    linesOf: ({ number }) => (number === 2n ? [] : [[number]]),
  });
  let text = '';
  for await (const page of pages) text += page;
  return { lines: text.split('\r\n').slice(0, -1), asked };
}

it.each([
  [0, [0n]],
  [3, [0n]],
  [999, [0n]],
  [1_000, [0n, 1_000n]],
  [2_001, [0n, 1_000n, 2_000n]],
])('%i rows', async (count, begun) => {
  const { lines, asked } = await write(count);
  const numbers = Array.from({ length: count }, (_, index) => index + 1).filter((number) => number !== 2);
  expect(lines).toEqual(['number', ...numbers].map((cell) => `"${cell}"`));
  expect(asked).toEqual(begun);
});
