import { describe, expect, it } from 'vitest';
import { createHashQueue, type HashCaller, type HashQueue } from './hash-queue.ts';

const stranger = (network: string): HashCaller => ({ network, isKnown: false });
const known = (network: string): HashCaller => ({ network, isKnown: true });

/** Hashes that end when told, and the names of those that began. */
function hashes(queue: HashQueue) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (caller: HashCaller | undefined, name: string): Promise<void> => {
    const hash = () => {
      began.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    };
    return caller === undefined ? queue.run(hash) : queue.as(caller, () => queue.run(hash));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    // What the end of a hash leads to happens in microtasks.
    await new Promise(setImmediate);
  };
  return { began, start, end };
}

describe('the queue of password hashes', () => {
  it('runs no more than its maximum at a time, in order', async () => {
    const { began, start, end } = hashes(createHashQueue({ runningMax: 2 }));
    const all = ['a', 'b', 'c', 'd'].map((name) => start(stranger(name), name));
    expect(began).toEqual(['a', 'b']);
    await end('b');
    expect(began).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(began).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    await Promise.all(all);
  });

  it('lets known people go first, and another after three of them', async () => {
    const { began, start, end } = hashes(createHashQueue({ runningMax: 1 }));
    const names = ['s0', 's1', 's2', 'k1', 'k2', 'k3', 'k4', 'k5'];
    for (const name of names) void start(name.startsWith('k') ? known(name) : stranger(name), name);
    for (let n = 0; n < names.length; n += 1) await end(began.at(-1) as string);
    expect(began).toEqual(['s0', 'k1', 'k2', 'k3', 's1', 'k4', 'k5', 's2']);
  });

  it('refuses one network more than its part of the queue, and nobody else', async () => {
    const queue = createHashQueue({ runningMax: 1, waitingPerNetworkMax: 2, waitingMax: 3, refusalHoldMs: 0 });
    const { start } = hashes(queue);
    for (const name of ['running', 'w1', 'w2']) void start(stranger('192.0.2.1'), name);
    const busy = { code: 'unavailable', retryAfterSeconds: 1 };
    await expect(start(stranger('192.0.2.1'), 'w3')).rejects.toMatchObject(busy);
    void start(stranger('192.0.2.2'), 'w4');
    await expect(start(stranger('192.0.2.3'), 'w5')).rejects.toMatchObject(busy);
    // Known people have places of their own, and so has the service itself.
    void start(known('192.0.2.1'), 'k1');
    void start(undefined, 'own');
  });

  it('goes on after a hash that failed', async () => {
    const queue = createHashQueue({ runningMax: 1 });
    await expect(queue.run(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
    expect(await queue.run(async () => 'hashed')).toBe('hashed');
  });
});
