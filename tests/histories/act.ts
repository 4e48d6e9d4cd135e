/**
 * How a step reaches the service: as a client sends a request, or as a provider or an operator has something done. What is
 * cut off is sent again, as everybody does who got no answer.
 */
import { expect } from 'vitest';
import { retrying } from '../../src/base/database/transaction.ts';
import { AppError } from '../../src/base/errors/app-error.ts';
import { job } from '../support/actors.ts';
import { expectBalances } from './compare.ts';
import type { At, Game } from './game.ts';

/** What an act ended with: a refusal by its code, or what it returned. */
export type Outcome<T> = { code: string | undefined; data: T | undefined };

type Lost = Outcome<never> & { isLost: true };

const lost: Lost = { code: undefined, data: undefined, isLost: true };
const isLost = (outcome: Outcome<unknown>): boolean => outcome === lost;

/**
 * Does something under the step's interruption. After a death without a commit nothing has happened; one that was
 * committed is found done.
 * @param again whether it can be done again though it was done.
 */
async function through<T>(game: Game, again: boolean, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const { fuse, plan } = game;
  game.plan = undefined;
  if (plan === undefined) return work();
  fuse.arm(plan);
  const outcome = await work().catch((error: unknown) => {
    if (error instanceof AppError || !fuse.isBlown()) throw error;
    return lost;
  });
  const { blown, commits } = await fuse.disarm();
  if (blown) game.cuts.set(plan.way, (game.cuts.get(plan.way) ?? 0) + 1);
  if (!isLost(outcome)) return outcome;
  if (commits === 0) await expectBalances(game);
  // As a process does that takes the place of a dead one.
  await retrying(() => game.server.runner.resumeAbandoned(job, 0));
  return commits === 0 || again ? work() : { code: undefined, data: undefined };
}

/** A request of interface B, with a key of its own. */
export async function send<T = Record<string, unknown>>(
  game: Game,
  at: At,
  path: string,
  body?: object,
): Promise<Outcome<T>> {
  const key = game.name('key');
  const { isSentTwice } = game;
  game.isSentTwice = false;
  const request = (): Promise<Outcome<T>> => through(game, true, ask);
  async function ask(): Promise<Outcome<T>> {
    const { statusCode, body: text } = await game.clients[at.mode].post(path, body, { 'idempotency-key': key });
    // The service is gone, or could not do it now: neither says what became of the request.
    if (statusCode === 500 || statusCode === 503) return lost;
    const { error, data } = JSON.parse(text) as { error?: { code: string }; data?: T };
    return { code: error?.code, data };
  }

  const answered = await request();
  // Whoever sends it again is told the same, and nothing happens again.
  if (isSentTwice) expect((await request()).code).toBe(answered.code);
  return answered;
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { code: undefined, data: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'unavailable' ? lost : { code: error.code, data: undefined };
  }
}

/** What a provider's notice or a job does: it may be done any number of times. */
export const repeat = <T>(game: Game, work: () => Promise<T>): Promise<Outcome<T>> =>
  through(game, true, () => outcomeOf(work));

/** What somebody does in one transaction, who then sees whether it is done. */
export const once = <T>(game: Game, work: () => Promise<T>): Promise<Outcome<T>> =>
  through(game, false, () => outcomeOf(work));

/** Does it twice at once, and waits for both even if one fails: what goes on behind a step would be taken for a part of the next. */
export async function twiceAtOnce<T>(work: () => Promise<T>): Promise<T[]> {
  const both = await Promise.allSettled([work(), work()]);
  return both.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
