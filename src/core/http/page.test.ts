import { describe, expect, it } from 'vitest';
import type { Page } from '../../base/database/page.ts';
import { byId, byKey, byText, readPage } from './page.ts';

const rows = [5n, 4n, 3n, 2n].map((id) => ({ id, amount: id % 2n === 0n ? -7n : 9n, name: `n${id}` }));

const newestFirst = async ({ after, limit }: Page) =>
  rows.filter(({ id }) => after === undefined || id < after).slice(0, limit);

describe('readPage', () => {
  it.each([
    [1, undefined, [5n], 'id:5'],
    [3, 'id:5', [4n, 3n, 2n], null],
    [4, undefined, [5n, 4n, 3n, 2n], null],
    [2, 'id:2', [], null],
  ] as const)('of %s after %s', async (limit, after, ids, next) => {
    const cursor = after && Buffer.from(after).toString('base64url');
    const page = await readPage({ limit, cursor }, byId('id'), newestFirst);
    expect(page.rows.map(({ id }) => id)).toEqual(ids);
    expect(page.next && Buffer.from(page.next, 'base64url').toString()).toBe(next);
  });

  it('a sorted list goes on after the key and the id of its last row', async () => {
    const inList = byKey(({ amount, id }: (typeof rows)[number]) => ({ key: amount, id }));
    const read = async ({ limit }: Page<{ key: bigint; id: bigint }>) => rows.slice(1, limit + 1);
    const { next } = await readPage({ limit: 1 }, inList, read);
    expect(inList.decode(next as string)).toEqual({ key: -7n, id: 4n });
  });

  it.each(['', 'id:', 'id:-1', 'id:9223372036854775808', 'id:99999999999999999999', 'at:1:2', 'id:1 '])(
    'refuses %j, which is no cursor of a list by id',
    async (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      await expect(readPage({ limit: 1, cursor }, byId('id'), newestFirst)).rejects.toMatchObject({
        code: 'validation_failed',
        details: [{ field: 'cursor', message: 'is not a cursor of this list' }],
      });
    },
  );

  it('takes only what may be an id of the list', async () => {
    const inList = byText('name', (text) => text.startsWith('n'));
    expect(inList.decode('n4')).toBe('n4');
    expect(() => inList.decode('4')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
