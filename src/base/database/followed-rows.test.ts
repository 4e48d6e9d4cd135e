import { expect, it } from 'vitest';
import { followRows } from './followed-rows.ts';

/** Readings that end when they are told to. */
function createReadings() {
  const ends: ((rows: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => ends.push(resolve));
  return { ends, read };
}

it('a reading that ends late undoes none that began after it', async () => {
  const { ends, read } = createReadings();
  const followed = followRows({ on: () => {}, onGap: () => {} }, 'rows', read, 'none', () => expect.unreachable());
  const [first, second] = [followed.load(), followed.load()];
  ends[1]?.('after the change');
  await second;
  expect(followed.now()).toBe('after the change');
  ends[0]?.('before it');
  await first;
  expect(followed.now()).toBe('after the change');
});
