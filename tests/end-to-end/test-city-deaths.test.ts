/** An evening of a test city whose process dies at every payment, before or after the provider was asked: none is lost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueWorks } from '../../src/app/due-works.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createLinkLookup } from '../../src/features/links/link-lookup.ts';
import type { Provider } from '../../src/features/providers/provider.ts';
import { endOf } from '../../src/features/test-city/evening.ts';
import { makeCity } from '../../src/features/test-city/make-city.ts';
import { beginEvening, moveEvening } from '../../src/features/test-city/move-evening.ts';
import { eveningCards, planEvening } from '../../src/features/test-city/plan-evening.ts';
import { playSome } from '../../src/features/test-city/play-evening.ts';
import { findLastEvening, listCityLinks } from '../../src/features/test-city/test-city.repository.ts';
import { memberOf } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany } from '../support/holders.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ clock: createTestClock('2031-03-01T12:00:00.000Z') });
});
afterAll(() => server.close());

const dies = Symbol('died');

/** Providers whose first answer to each attempt is never read. */
function forgetful(asksFirst: boolean) {
  const { providers } = server.payDeps;
  const known = new Set<string>();
  let die = (): void => {};
  const wrap = (provider: Provider): Provider => ({
    ...provider,
    async begin(charge) {
      if (known.has(charge.attemptId)) return provider.begin(charge);
      known.add(charge.attemptId);
      if (asksFirst) await provider.begin(charge);
      die();
      return new Promise(() => {});
    },
  });
  return {
    known,
    whenDead: () => new Promise<typeof dies>((resolve) => (die = () => resolve(dies))),
    providers: {
      ...providers,
      able: (charge: Parameters<typeof providers.able>[0]) => providers.able(charge).map(wrap),
      named: (name: string) => {
        const found = providers.named(name);
        return found && wrap(found);
      },
    },
  };
}

it.each([
  ['before the provider was asked', false],
  ['after it was asked', true],
])('the process dies at every payment, %s', { timeout: 120_000 }, async (_, asksFirst) => {
  const { db, clock } = server;
  const companyId = await makeCompany(db);
  const actor = { ...memberOf({ holderId: companyId, mode: 'test' }), personId: `player-${companyId}` };
  await db
    .insertInto('people')
    .values({ id: actor.personId, name: 'Player', email: `${companyId}@example.com` })
    .execute();
  const clocks = { clock, realNow: () => clock.now(companyId, 'test') };
  await inTransaction(db, async (tx) => {
    await insertMember(tx, companyId, actor.personId, 'owner');
    await makeCity(actor, tx, clock, companyId);
    await beginEvening(actor, tx, clocks, companyId, 100);
  });
  const evening = async () => findLastEvening(db, companyId);
  const begun = await evening();
  if (begun === undefined) throw new Error('It was begun.');
  await inTransaction(db, (tx) => moveEvening(actor, tx, clocks, companyId, endOf(begun)));

  const { known, whenDead, providers } = forgetful(asksFirst);
  const payDeps = { ...server.payDeps, providers };
  const works = dueWorks({ ...payDeps, onNotice: server.onNotice }, server.runner);
  const deps = {
    ...server,
    ...payDeps,
    clock,
    links: createLinkLookup(db),
    dueWork: async (book: Parameters<(typeof works)[number]>[0]) => {
      for (const work of works) await work(book);
    },
  };
  let deaths = 0;
  for (let turns = 0; (await evening())?.endedAt === null; turns += 1) {
    expect(turns).toBeLessThan(300);
    if ((await Promise.race([playSome(deps, companyId), whenDead()])) === dies) deaths += 1;
  }

  const links = await listCityLinks(db, companyId);
  const idsOf = (wanted: string) => links.filter(({ type }) => type === wanted).map(({ id }) => Number(id));
  const plan = planEvening(begun, { restaurants: idsOf('merchant'), couriers: idsOf('courier') });
  expect([deaths, known.size]).toEqual([known.size, plan.filter(({ kind }) => kind === 'pay').length]);
  expect(await evening()).toMatchObject({ refused: 0 });
  // Each card had its own outcome, as often as the plan says.
  const { rows } = await server.database.pool.query(
    `select card_last_four as card, count(*)::int as count from payment_attempts
    where holder_id = $1 and status in ('succeeded', 'declined') and coalesce(error, '') <> 'abandoned' group by 1`,
    [companyId],
  );
  const outcomes: Record<string, number> = {};
  for (const step of plan) {
    if (step.kind !== 'pay' || step.card === eveningCards.unconfirmed) continue;
    const card = step.card.slice(-4);
    outcomes[card] = (outcomes[card] ?? 0) + 1;
  }
  expect(Object.fromEntries(rows.map(({ card, count }) => [card, count]))).toEqual(outcomes);
  await expectBooksToHold(db);
});
