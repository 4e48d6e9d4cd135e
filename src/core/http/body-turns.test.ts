/** How bodies share the turns of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stepInTurns, turnBytesMax, turnFor } from './body-turns.ts';

/** How many of these bodies are read by the end of each turn. */
async function readInTurns(sizes: readonly number[], turns: number): Promise<number[]> {
  let read = 0;
  for (const bytes of sizes) void turnFor(bytes).then(() => (read += 1));
  const counts = [read];
  for (let turn = 0; turn < turns; turn += 1) {
    await nextTurn();
    counts.push(read);
  }
  return counts;
}

describe('SECURITY.md, "How it is protected": bodies that arrive at once are read in several turns', () => {
  it('large ones one by one, and none before its turn', async () => {
    expect(await readInTurns(Array(4).fill(turnBytesMax), 4)).toEqual([0, 1, 2, 3, 4]);
  });

  it('smaller ones together, as long as there is room', async () => {
    const third = turnBytesMax / 3;
    expect(await readInTurns([third, third, third, third, turnBytesMax], 3)).toEqual([0, 3, 4, 5]);
  });

  it('one that is larger than any turn has one to itself', async () => {
    expect(await readInTurns([10, turnBytesMax * 100, 10], 3)).toEqual([0, 1, 2, 3]);
  });

  it('one that is gone through in steps, with a turn for each', async () => {
    const went: string[] = [];
    function* steps(name: string): Generator<undefined, string, undefined> {
      for (let step = 1; step < 3; step += 1) {
        went.push(`${name}${step}`);
        yield;
      }
      went.push(`${name}3`);
      return name;
    }
    const small = turnFor(10).then(() => went.push('small'));
    const done = [stepInTurns(turnBytesMax * 100, steps('a')), stepInTurns(turnBytesMax * 100, steps('b'))];
    expect(await Promise.all(done)).toEqual(['a', 'b']);
    await small;
    expect(went).toEqual(['small', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    expect(await readInTurns([10], 1)).toEqual([0, 1]);
  });
});
