/** Plays a history: what each step does is drawn from the seed and the step's place, so that any part can be replayed. */
import { expect } from 'vitest';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { expectAllStates, expectBalances, expectEventsOfPayees, expectStates, rememberService } from './compare.ts';
import { type Dice, diceOf, pick } from './dice.ts';
import { type Plan, ways } from './fuse.ts';
import { type Game, openGame, type Stage } from './game.ts';
import { type Kind, kinds } from './steps/kinds.ts';
import { done, idle, type Result } from './steps/orders.ts';

const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));

/** The kinds in a new order, as often as they weigh: chance leaves none out for long, and a place has its kind by the seed alone. */
function deckOf(seed: number, deck: number): readonly Kind[] {
  const dice = diceOf(seed, -1 - deck);
  const cards = [...weighted];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const drawn = dice(last + 1);
    [cards[last], cards[drawn]] = [cards[drawn] as Kind, cards[last] as Kind];
  }
  return cards;
}

/** One in so many steps is interrupted; at most after so many statements. */
const interruptEvery = 12;
/** One in so many is sent twice, if it is a request. */
const repeatEvery = 10;
const statementsMax = 16;
const verifyEvery = 250;
const stepSeconds = 1_800;
/** Times the steps that were asked for: more than chance ever needs. */
const longest = 8;

export type Played = {
  /** How often each kind ended in each way: done, a refusal's code, or with nothing to do it with. */
  counts: Map<string, Map<Result, number>>;
  cuts: Map<string, number>;
  /** The first step that did not do what the model says. */
  failure: { place: number; what: string; error: Error } | undefined;
};

export const placesUpTo = (steps: number): number[] => Array.from({ length: steps }, (_, place) => place);

/** The places of a history, which goes on until every kind of step was really done, or it is several times as long. */
function* placesFrom(steps: number, played: Played): Generator<number> {
  for (let place = 0; place < steps || (place < longest * steps && leftOut(played).length > 0); place += 1) yield place;
}

/** Beyond the steps that were asked for, most are of a kind that was drawn in vain before. */
function kindOf(seed: number, place: number, steps: number, played: Played, dice: Dice): Kind {
  const missing = place < steps ? [] : kinds.filter(({ name }) => timesDone(played, name) === 0);
  if (missing.length > 0 && dice(5) > 0) return pick(dice, missing);
  return deckOf(seed, Math.floor(place / weighted.length))[place % weighted.length] as Kind;
}

/** The kinds that were never done. */
export const leftOut = (played: Played): string[] =>
  kinds.filter(({ name }) => timesDone(played, name) === 0).map(({ name }) => name);

/** Takes so many steps, or only those at the given places, in books of their own. */
export async function play(stage: Stage, seed: number, steps: number, only?: readonly number[]): Promise<Played> {
  const game = await openGame(stage);
  await rememberService(game);
  const played: Played = { counts: new Map(), cuts: game.cuts, failure: undefined };
  const places = only ?? placesFrom(steps, played);
  let taken = 0;
  let last = 0;
  for (const place of places) {
    last = place;
    const dice = diceOf(seed, place);
    const kind = kindOf(seed, place, steps, played, dice);
    const { name } = kind;
    game.plan = dice(interruptEvery) === 0 ? planFrom(dice) : undefined;
    game.isSentTwice = dice(repeatEvery) === 0;
    game.clock.advance(stepSeconds);
    for (const acquirer of Object.values(game.acquirers)) acquirer.feel({});
    try {
      const result = await takeStep(game, kind, dice);
      await Promise.all([expectBalances(game), expectStates(game)]);
      const counts = played.counts.get(name) ?? new Map<Result, number>();
      played.counts.set(name, counts.set(result, (counts.get(result) ?? 0) + 1));
    } catch (error) {
      played.failure = { place, what: name, error: error as Error };
      return played;
    }
    taken += 1;
    if (taken % verifyEvery > 0) continue;
    played.failure = await failureOf(() => expectVerified(game), { place, what: theBooks });
    if (played.failure !== undefined) return played;
  }
  played.failure = await failureOf(
    async () => {
      await expectVerified(game);
      await expectAllStates(game);
      await expectEventsOfPayees(game);
      await expectBooksToHold(stage.db);
    },
    { place: last, what: theBooks },
  );
  return played;
}

/** What other histories have broken is in the same books. */
export const theBooks = 'the books';

async function failureOf(
  check: () => Promise<void>,
  where: { place: number; what: string },
): Promise<Played['failure']> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return { ...where, error: error as Error };
  }
}

/** Takes the step in the first of the books and currencies, from one at random, that has something to take it with. */
async function takeStep(game: Game, { step }: Kind, dice: Dice): Promise<Result> {
  const first = dice(game.places.length);
  for (const at of [...game.places.slice(first), ...game.places.slice(0, first)]) {
    const result = await step(game, at, dice);
    if (result !== idle) return result;
  }
  return idle;
}

/** Half of them at the COMMIT, whose answer may be lost. */
const planFrom = (dice: Dice): Plan => ({
  way: pick(dice, ways),
  at: dice(2) === 0 ? 'commit' : 1 + dice(statementsMax),
});

/** By what has changed since the last time. */
async function expectVerified({ db }: Game): Promise<void> {
  const verified = await runVerification(db, { full: false });
  expect(verified?.checks.filter(({ count }) => count > 0)).toEqual([]);
}

export const timesDone = ({ counts }: Played, name: string): number => counts.get(name)?.get(done) ?? 0;

/** One line for each kind: how often it was done, refused, or had nothing to be done with. */
export function mixOf({ counts, cuts }: Played): string {
  const lines = [...counts].map(([name, results]) => {
    const all = [...results].sort(([one], [other]) => Number(other === done) - Number(one === done));
    return `${name}: ${all.map(([result, count]) => `${count} ${result}`).join(', ')}`;
  });
  return [...lines.sort(), `cut: ${[...cuts].map(([way, count]) => `${count} ${way}`).join(', ')}`].join('\n');
}
