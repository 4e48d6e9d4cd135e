/** Who goes on when, over room and turns of the event loop that the test controls. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTurns, perTurnMax } from './turns.ts';

let room = 0;
let called: number[] = [];
let turn: (() => void)[] = [];

beforeEach(() => {
  room = 0;
  called = [];
  turn = [];
});

/** The next turn of the event loop, with all that follows from it. */
async function nextTurn(): Promise<void> {
  for (const run of turn.splice(0)) run();
  await new Promise(setImmediate);
}

const create = () =>
  createTurns(
    () => room,
    (run) => turn.push(run),
  );

/** Callers 1 to `count`; each takes up room when it begins, unless it never does. */
function come(turns: ReturnType<typeof createTurns>, count: number, begins = true): void {
  for (let caller = 1; caller <= count; caller += 1) {
    const begin = (): void => {
      called.push(caller);
      if (begins) room -= 1;
    };
    const wait = turns.wait();
    if (wait === undefined) begin();
    else void wait.then(begin);
  }
}

describe('src/base/database/README.md, "Overload": the turn of a request', () => {
  it('is at once while there is room, then in order, as soon as there is room again', async () => {
    room = 2;
    const turns = create();
    come(turns, 5);
    expect([called, turns.waiting, turn.length]).toEqual([[1, 2], 3, 0]);
    room = 2;
    turns.callNext();
    await nextTurn();
    await nextTurn();
    expect([called, turns.waiting, turn.length]).toEqual([[1, 2, 3, 4], 1, 0]);
    room = 5;
    turns.callNext();
    turns.callNext();
    expect(turn).toHaveLength(1);
    await nextTurn();
    expect([called, turns.waiting]).toEqual([[1, 2, 3, 4, 5], 0]);
  });

  it('does not pass those who wait already', async () => {
    const turns = create();
    come(turns, 1);
    room = 5;
    let isLate = false;
    void turns.wait()?.then(() => {
      isLate = called.length === 1;
    });
    turns.callNext();
    await nextTurn();
    expect([called, isLate]).toEqual([[1], true]);
  });

  it('is of so many at a time that others get theirs in between', async () => {
    const turns = create();
    come(turns, perTurnMax + 1);
    room = 2 * perTurnMax;
    turns.callNext();
    await nextTurn();
    expect(called).toHaveLength(perTurnMax);
    await nextTurn();
    expect(called).toHaveLength(perTurnMax + 1);
  });

  it('is not held up by those who were called and do not begin', async () => {
    const turns = create();
    come(turns, 3, false);
    room = 1;
    turns.callNext();
    for (let n = 0; n < 3; n += 1) await nextTurn();
    expect([called, turns.waiting, turn.length]).toEqual([[1, 2, 3], 0, 0]);
  });
});
