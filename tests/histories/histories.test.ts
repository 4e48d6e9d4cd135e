/**
 * Random histories of a company, a shop and a customer in both modes and three currencies, hundreds of steps or more in one
 * run, some of them cut off and sent again. After every step all balances are those of a simple independent model, and
 * so are the states of the orders; the verification of the books runs along.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mode } from '../../src/base/money/mode.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { readTrace } from '../../src/features/traces/read-trace.ts';
import { openStage, type Stage } from './game.ts';
import { leftOut, mixOf, placesUpTo, play, theBooks } from './play.ts';
import { readPlaces, shrink, writePlaces } from './shrink.ts';

/** `npm run histories` takes more. */
const steps = Number(process.env.HISTORY_STEPS ?? 250);
/** A failed run names both: with them exactly its steps are taken again. */
const seed = Number(process.env.HISTORY_SEED ?? Math.floor(Math.random() * 2 ** 31));
const only = process.env.HISTORY_ONLY === undefined ? undefined : readPlaces(process.env.HISTORY_ONLY);
/** How long a shorter history is looked for. */
const shrinkForMs = 90_000;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it(`a history of ${steps} steps is what the model says, at every step`, { timeout: 3_600_000 }, async () => {
  const played = await play(stage, seed, steps, only);
  const { failure } = played;
  if (failure !== undefined) {
    const failed = only ?? placesUpTo(failure.place + 1);
    const fails = async (some: readonly number[]) => {
      const again = (await play(stage, seed, steps, some)).failure;
      return failure.what !== theBooks && again?.place === failure.place && again.what === failure.what;
    };
    const short = await shrink(failed, fails, performance.now() + shrinkForMs);
    throw new Error(
      `HISTORY_SEED=${seed}, step ${failure.place}, ${failure.what}: ${failure.error.message}\n` +
        `The same in ${short.length} steps: HISTORY_STEPS=${steps} HISTORY_SEED=${seed} HISTORY_ONLY=${writePlaces(short)}`,
      { cause: failure.error },
    );
  }
  if (process.env.HISTORY_STEPS !== undefined) process.stdout.write(`HISTORY_SEED=${seed}\n${mixOf(played)}\n`);
  if (only === undefined) expect(leftOut(played)).toEqual([]);
  await expectChainsToHold(stage);
});

/** Chains that are read of all that moved, evenly. */
const chainsMax = 60;

/** Whatever a transfer belongs to, nothing of its chain is lost, and what is computed of it holds. */
async function expectChainsToHold({ db }: Stage): Promise<void> {
  const all = await db.selectFrom('transfers').select(['id', 'mode']).orderBy('id').execute();
  const every = Math.ceil(all.length / chainsMax);
  for (const [n, { id, mode }] of all.entries()) {
    if (n % every !== 0) continue;
    const trace = await readTrace(
      db,
      {
        seesPayers: true,
        seesBankAccounts: true,
        as: 'operator',
        book: { holderId: serviceHolderId, mode: mode as Mode },
      },
      { kind: 'transfer', id: String(id) },
    );
    const broken = trace?.checks.filter(({ holds }) => !holds).map(({ name }) => name);
    expect([id, broken]).toEqual([id, []]);
  }
}

it('a process that died holds on to no connection', async () => {
  const { db, fuse } = stage;
  const warnings: string[] = [];
  const warn = ({ name }: Error) => warnings.push(name);
  process.on('warning', warn);
  fuse.arm({ way: 'process', at: 1 });
  // More often than Node.js lets listeners wait for one socket.
  for (let asked = 0; asked < 15; asked += 1) {
    await expect(db.selectFrom('holders').select('id').limit(1).execute()).rejects.toThrow('process');
  }
  await fuse.disarm();
  process.off('warning', warn);
  expect(warnings).toEqual([]);
  expect(await db.selectFrom('holders').select('id').limit(1).execute()).toHaveLength(1);
});

it('shrinks to the steps that matter', async () => {
  const fails = async (places: readonly number[]) => [3, 41, 77].every((place) => places.includes(place));
  expect(await shrink(placesUpTo(78), fails)).toEqual([3, 41, 77]);
  expect(writePlaces([1, 3, 4, 5, 9])).toBe('1,3-5,9');
  expect(readPlaces('1,3-5,9')).toEqual([1, 3, 4, 5, 9]);
});
