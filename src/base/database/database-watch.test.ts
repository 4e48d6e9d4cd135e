import { expect, it } from 'vitest';
import { createDatabaseWatch } from './database-watch.ts';

function watchOf() {
  const asked: PromiseWithResolvers<void>[] = [];
  let cuts = 0;
  const watch = createDatabaseWatch({
    ping() {
      const question = Promise.withResolvers<void>();
      asked.push(question);
      return question.promise;
    },
    cut() {
      cuts += 1;
    },
  });
  const tick = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      watch.tick();
      await Promise.resolve();
    }
  };
  return { tick, asked, cuts: () => cuts };
}

it('asks one question at a time, and the next when it was answered', async () => {
  const { tick, asked, cuts } = watchOf();
  await tick(4);
  expect(asked).toHaveLength(1);
  asked[0]?.resolve();
  await tick(2);
  expect([asked.length, cuts()]).toEqual([2, 0]);
});

it('a refusal is an answer: a database that is down is no reason to cut', async () => {
  const { tick, asked, cuts } = watchOf();
  for (let n = 0; n < 20; n += 1) {
    await tick(1);
    asked.at(-1)?.reject(new Error('ECONNREFUSED'));
    await tick(0);
    await Promise.resolve();
  }
  expect(cuts()).toBe(0);
});

it('without an answer for five ticks cuts the connections, and again after five more', async () => {
  const { tick, asked, cuts } = watchOf();
  await tick(5);
  expect(cuts()).toBe(0);
  await tick(1);
  expect(cuts()).toBe(1);
  await tick(4);
  expect([cuts(), asked.length]).toEqual([1, 1]);
  await tick(1);
  expect(cuts()).toBe(2);
  asked[0]?.reject(new Error('Connection terminated'));
  await Promise.resolve();
  await tick(5);
  expect([cuts(), asked.length]).toEqual([2, 2]);
});
