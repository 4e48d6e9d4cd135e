/** How a use case refuses an actor, and the proof that it changed nothing. */
import { expect } from 'vitest';
import type { Actor } from '../../src/core/access/actor.ts';
import { stateOf } from './database-state.ts';
import type { TestDatabase } from './test-database.ts';

/** A use case with everything but its actor. */
export type Act = (actor: Actor) => Promise<unknown>;

/** The code it is refused with; `done` when it is not. Nothing may have been written. */
export async function refusal(database: TestDatabase, act: Act, actor: Actor): Promise<unknown> {
  const before = await stateOf(database);
  const code = await act(actor).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? error,
  );
  expect(await stateOf(database)).toBe(before);
  return code;
}
