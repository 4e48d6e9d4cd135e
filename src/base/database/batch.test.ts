/** Group commit, over a write that the test controls: which items share a write, and which fail together. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createBatch } from './batch.ts';

type Held = { items: number[]; succeed(): void; fail(error: unknown): void };

/** A batch that returns ten times each number. Each write waits until the test completes it. */
/** Stands still, unless a test moves it. */
let nowMs = 0;

function createHeld(options: { batchSizeMax?: number; queueLengthMax?: number } = {}) {
  const writes: Held[] = [];
  const batch = createBatch<number, number>({
    batchSizeMax: 100,
    queueLengthMax: 100,
    nowMs: () => nowMs,
    ...options,
    write: (items) =>
      new Promise((resolve, reject) => {
        writes.push({ items, succeed: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
  });
  /** The current write, once all effects of the previous one have happened. */
  const current = async (): Promise<Held> => {
    await new Promise(setImmediate);
    return writes.at(-1) as Held;
  };
  return { batch, writes, current };
}

const outcomes = async (promises: Promise<number>[]) =>
  (await Promise.allSettled(promises)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

describe('src/base/database/README.md, "Batches": what is written together', () => {
  it('a lone item at once, and all that arrives meanwhile in the next write, in order', async () => {
    const { batch, writes, current } = createHeld();
    const answers = [batch.submit(1)];
    expect(writes.map((write) => write.items)).toEqual([[1]]);
    answers.push(batch.submit(2), batch.submit(3));
    expect(writes).toHaveLength(1);
    (await current()).succeed();
    const second = await current();
    expect(second.items).toEqual([2, 3]);
    answers.push(batch.submit(4));
    second.succeed();
    (await current()).succeed();
    expect(await outcomes(answers)).toEqual([10, 20, 30, 40]);
    expect(writes.map((write) => write.items)).toEqual([[1], [2, 3], [4]]);
  });

  it('goes to sleep and wakes again', async () => {
    const { batch, current } = createHeld();
    const first = batch.submit(1);
    (await current()).succeed();
    expect(await first).toBe(10);
    const second = batch.submit(2);
    (await current()).succeed();
    expect(await second).toBe(20);
  });

  it('never more than the batch size', async () => {
    const { batch, writes, current } = createHeld({ batchSizeMax: 2 });
    const answers = [1, 2, 3, 4, 5].map((item) => batch.submit(item));
    for (let write = 0; write < 3; write += 1) (await current()).succeed();
    expect(await outcomes(answers)).toEqual([10, 20, 30, 40, 50]);
    expect(writes.map((write) => write.items)).toEqual([[1], [2, 3], [4, 5]]);
  });
});

describe('src/base/database/README.md, "Batches": overload', () => {
  it('a full queue refuses at once with unavailable and Retry-After; what was taken is still written', async () => {
    const { batch, current } = createHeld({ queueLengthMax: 2 });
    const taken = [1, 2, 3].map((item) => batch.submit(item));
    const refused = await outcomes([batch.submit(4)]);
    expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    (await current()).succeed();
    (await current()).succeed();
    expect(await outcomes(taken)).toEqual([10, 20, 30]);
    const later = batch.submit(5);
    (await current()).succeed();
    expect(await later).toBe(50);
  });
});

describe('src/base/database/README.md, "Overload": an item that would wait too long is refused at once', () => {
  const busy = { code: 'unavailable', retryAfterSeconds: 1 };

  it('while the database stands still, and no longer', async () => {
    const { batch, current } = createHeld();
    const taken = [batch.submit(1), batch.submit(2)];
    nowMs += 1_000;
    expect(batch.isBusy('single')).toBe(false);
    nowMs += 1;
    expect([batch.isBusy('single'), batch.isBusy('bulk')]).toEqual([true, true]);
    expect(await outcomes([batch.submit(3)])).toMatchObject([busy]);
    nowMs += 10_000;
    (await current()).succeed();
    (await current()).succeed();
    expect(await outcomes(taken)).toEqual([10, 20]);
    await current();
    // Idle: what was slow before says nothing.
    const later = [4, 5].map((item) => batch.submit(item));
    for (let write = 0; write < 2; write += 1) (await current()).succeed();
    expect(await outcomes(later)).toEqual([40, 50]);
  });

  it('when too many wait for the rate of the last writes', async () => {
    const { batch, current } = createHeld({ batchSizeMax: 2 });
    const taken = [1, 2, 3].map((item) => batch.submit(item));
    nowMs += 400;
    (await current()).succeed();
    await current();
    // The write under way takes what waited: 400 ms each for this one and for the two before the last.
    taken.push(...[4, 5].map((item) => batch.submit(item)), batch.submit(6));
    expect(batch.isBusy('single')).toBe(false);
    taken.push(batch.submit(7));
    expect(batch.isBusy('single')).toBe(true);
    expect(await outcomes([batch.submit(8)])).toMatchObject([busy]);
    expect(batch.isBusy('bulk')).toBe(false);
    for (let write = 0; write < 3; write += 1) (await current()).succeed();
    expect(await outcomes(taken)).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });
});

describe('src/base/database/README.md, "Overload": callers that have no item yet', () => {
  it('wait while two writes of single items are unwritten, then go on in order', async () => {
    const { batch, current } = createHeld({ batchSizeMax: 2 });
    const many = batch.submitMany([11, 12, 13, 14, 15]);
    expect(batch.whenNear()).toBeUndefined();
    const singles = [1, 2, 3].map((item) => batch.submit(item));
    expect(batch.whenNear()).toBeUndefined();
    singles.push(batch.submit(4));
    const gone: string[] = [];
    const waiting = ['first', 'second'].map((name) => batch.whenNear()?.then(() => gone.push(name)));
    (await current()).succeed();
    await current();
    expect(gone).toEqual([]);
    for (let write = 0; write < 6; write += 1) (await current()).succeed();
    await Promise.all(waiting);
    expect(gone).toEqual(['first', 'second']);
    expect(await outcomes(singles)).toEqual([10, 20, 30, 40]);
    expect(await many).toHaveLength(5);
  });

  it('count as waiting', async () => {
    const { batch, current } = createHeld({ batchSizeMax: 2 });
    const taken = [1, 2, 3].map((item) => batch.submit(item));
    nowMs += 400;
    (await current()).succeed();
    await current();
    taken.push(...[4, 5].map((item) => batch.submit(item)));
    expect([batch.whenNear(), batch.isBusy('single')]).toEqual([expect.any(Promise), false]);
    expect([batch.whenNear(), batch.isBusy('single')]).toEqual([expect.any(Promise), true]);
    expect(batch.isBusy('bulk')).toBe(false);
    for (let write = 0; write < 2; write += 1) (await current()).succeed();
    expect(await outcomes(taken)).toEqual([10, 20, 30, 40, 50]);
  });

  it('are expected to wait as long as writes that are not full make them', async () => {
    const { batch, writes, current } = createHeld({ batchSizeMax: 2 });
    const taken = [1, 2, 3, 4].map((item) => batch.submit(item));
    void batch.whenNear();
    for (let write = 0; write < 2; write += 1) {
      nowMs += 300;
      (await current()).succeed();
    }
    await current();
    expect(writes.at(-1)?.items).toEqual([4]);
    taken.push(...[5, 6, 7].map((item) => batch.submit(item)));
    expect([batch.whenNear(), batch.isBusy('single')]).toEqual([expect.any(Promise), false]);
    expect([batch.whenNear(), batch.isBusy('single')]).toEqual([expect.any(Promise), true]);
    for (let write = 0; write < 3; write += 1) (await current()).succeed();
    expect(await outcomes(taken)).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });
});

describe('src/base/database/README.md, "Batches": items of requests that bring many', () => {
  it('share each write with single items by halves, and use what the others leave', async () => {
    const { batch, writes, current } = createHeld({ batchSizeMax: 4 });
    const first = batch.submit(0);
    const many = batch.submitMany([11, 12, 13, 14, 15, 16, 17]);
    const singles = [1, 2, 3].map((item) => batch.submit(item));
    for (let write = 0; write < 4; write += 1) (await current()).succeed();
    expect(writes.map((write) => write.items)).toEqual([[0], [1, 2, 11, 12], [3, 13, 14, 15], [16, 17]]);
    expect(await outcomes([first, ...singles])).toEqual([0, 10, 20, 30]);
    expect(await many).toEqual([110, 120, 130, 140, 150, 160, 170].map((output) => ({ ok: true, output })));
  });

  it('are not refused when the queue is full, and do not fill it', async () => {
    const { batch, current } = createHeld({ queueLengthMax: 1 });
    const [one, many, four] = [batch.submit(1), batch.submitMany([2, 3]), batch.submit(4)];
    expect(await outcomes([batch.submit(5)])).toMatchObject([{ code: 'unavailable' }]);
    for (let write = 0; write < 2; write += 1) (await current()).succeed();
    expect(await outcomes([one, four])).toEqual([10, 40]);
    expect(await many).toEqual([20, 30].map((output) => ({ ok: true, output })));
  });

  it('are each answered for itself, when the last of them is written', async () => {
    const { batch, current } = createHeld({ batchSizeMax: 3 });
    const many = batch.submitMany([1, 2, 3, 4]);
    let isAnswered = false;
    void many.then(() => {
      isAnswered = true;
    });
    const bad = new Error('a bad row');
    (await current()).fail(bad);
    (await current()).succeed();
    (await current()).fail(bad);
    (await current()).succeed();
    const last = await current();
    expect([last.items, isAnswered]).toEqual([[4], false]);
    last.succeed();
    expect(await many).toEqual([
      { ok: true, output: 10 },
      { ok: false, error: bad },
      { ok: true, output: 30 },
      { ok: true, output: 40 },
    ]);
  });

  it('are answered at once when there are none', async () => {
    const { batch, writes } = createHeld();
    expect(await batch.submitMany([])).toEqual([]);
    expect(writes).toEqual([]);
  });
});

describe('src/base/database/README.md, "Batches": failure', () => {
  it('a bad row fails alone: its batch is written one by one', async () => {
    const { batch, writes, current } = createHeld();
    const answers = outcomes([0, 1, 2, 3].map((item) => batch.submit(item)));
    (await current()).succeed();
    const bad = new Error('a bad row');
    (await current()).fail(bad);
    (await current()).succeed();
    (await current()).fail(bad);
    (await current()).succeed();
    expect(await answers).toEqual([0, 10, bad, 30]);
    expect(writes.map((write) => write.items)).toEqual([[0], [1, 2, 3], [1], [2], [3]]);
  });

  it.each([
    ['a lost connection', Object.assign(new Error('lost'), { code: 'ECONNRESET' })],
    ['a deadlock', Object.assign(new Error('deadlock'), { code: '40P01' })],
    ['a database out of reach', new AppError('unavailable')],
  ])('%s fails the whole batch without another try, and the next is written', async (_name, error) => {
    const { batch, writes, current } = createHeld();
    const answers = outcomes([0, 1, 2].map((item) => batch.submit(item)));
    (await current()).succeed();
    (await current()).fail(error);
    expect(await answers).toEqual([0, error, error]);
    const next = batch.submit(3);
    (await current()).succeed();
    expect(await next).toBe(30);
    expect(writes).toHaveLength(3);
  });
});
