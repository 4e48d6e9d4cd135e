/** Saved views: a person's own, in one account and one mode. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { savedViewsMax } from '../../src/features/saved-views/saved-views.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

type View = { id: string; screen: string; name: string; query: string; created_at: string };
type Place = { cookie: string; holderId: bigint; mode: 'test' | 'live' };

const password = 'correct horse battery';
let server: TestServer;
let ada: Place;
let grace: Place;

async function join(name: string, holderIds: readonly bigint[]): Promise<string> {
  const person = { name, email: `${name}@example.com`, password, emailVerified: true };
  const { personId } = await server.people.signUp(shell, person);
  for (const holderId of holderIds)
    await inTransaction(server.db, (tx) => insertMember(tx, holderId, personId, 'viewer'));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  return signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
}

let shop: bigint;
beforeAll(async () => {
  server = await createTestServer();
  const company = await makeCompany(server.db);
  shop = await makeHolder(server.db, 'merchant', 'Corner Shop');
  ada = { cookie: await join('ada', [company, shop]), holderId: company, mode: 'live' };
  grace = { cookie: await join('grace', [company]), holderId: company, mode: 'live' };
});
afterAll(() => server.close());

function send(
  { cookie, holderId, mode }: Place,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  return server.app.inject({
    method,
    url: `/api/v1/saved-views${path}`,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(holderId),
      'sluice-mode': mode,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const list = async (place: Place, screen = 'explore'): Promise<View[]> =>
  (await send(place, 'GET', `?screen=${screen}`)).json().data;

async function save(place: Place, name: string, screen = 'explore', query = 'metric=refunds'): Promise<View> {
  const answer = await send(place, 'POST', '', { screen, name, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const refusal = async (answer: ReturnType<typeof send>) => {
  const { statusCode, body } = await answer;
  const { code, details = [] } = JSON.parse(body).error as { code: string; details?: { field: string }[] };
  return [statusCode, code, ...details.map(({ field }) => field)];
};

it('are saved, listed by name, renamed and deleted', async () => {
  const refunds = await save(ada, ' Refunds ');
  const declines = await save(ada, 'Declines', 'explore', 'metric=declines&by=reason');
  const orders = await save(ada, 'Refunds', 'orders', '');
  expect(await list(ada)).toEqual([declines, refunds]);
  expect(await list(ada, 'orders')).toEqual([orders]);
  expect(refunds).toMatchObject({ screen: 'explore', name: 'Refunds', query: 'metric=refunds' });

  const renamed = (await send(ada, 'PATCH', `/${refunds.id}`, { name: 'Refunds' })).json().data;
  expect(renamed).toEqual(refunds);
  const changed = (await send(ada, 'PATCH', `/${refunds.id}`, { name: 'A', query: 'x=1' })).json().data;
  expect(changed).toEqual({ ...refunds, name: 'A', query: 'x=1' });
  expect(await list(ada)).toEqual([changed, declines]);
  for (const { id } of [changed, declines, orders]) expect((await send(ada, 'DELETE', `/${id}`)).statusCode).toBe(200);
  expect([await list(ada), await list(ada, 'orders')]).toEqual([[], []]);
});

it('nobody else finds them, nor another account or mode', async () => {
  const view = await save(ada, 'Mine');
  for (const place of [grace, { ...ada, holderId: shop }, { ...ada, mode: 'test' as const }]) {
    expect(await list(place)).toEqual([]);
    expect(await refusal(send(place, 'PATCH', `/${view.id}`, { name: 'Yours' }))).toEqual([404, 'not_found']);
    expect(await refusal(send(place, 'DELETE', `/${view.id}`))).toEqual([404, 'not_found']);
    const own = await save(place, 'Mine');
    await send(place, 'DELETE', `/${own.id}`);
  }
  expect(await list(ada)).toEqual([view]);
  await send(ada, 'DELETE', `/${view.id}`);
});

it('have unlike names', async () => {
  const one = await save(ada, 'One');
  const two = await save(ada, 'Two');
  const taken = [422, 'validation_failed', 'name'];
  expect(await refusal(send(ada, 'POST', '', { screen: 'explore', name: 'One ', query: '' }))).toEqual(taken);
  expect(await refusal(send(ada, 'PATCH', `/${two.id}`, { name: 'One' }))).toEqual(taken);
  expect(await list(ada)).toEqual([one, two]);
  for (const { id } of [one, two]) await send(ada, 'DELETE', `/${id}`);
});

it.each<[string, object, string]>([
  ['a blank name', { screen: 'explore', name: '  ', query: '' }, 'name'],
  ['a long name', { screen: 'explore', name: 'a'.repeat(61), query: '' }, 'name'],
  ['a long query', { screen: 'explore', name: 'a', query: 'a'.repeat(2_001) }, 'query'],
  ['a screen that cannot be', { screen: '../x', name: 'a', query: '' }, 'screen'],
  ['a text that cannot be stored', { screen: 'explore', name: 'a\u0000', query: '' }, 'name'],
])('%s is refused', async (_, body, field) => {
  expect(await refusal(send(ada, 'POST', '', body))).toEqual([422, 'validation_failed', field]);
  expect(await list(ada)).toEqual([]);
});

it('are bounded, however many are saved at once', async () => {
  const names = Array.from({ length: savedViewsMax + 5 }, (_, place) => `View ${place}`);
  const answers = await Promise.all(
    names.map((name) => send(grace, 'POST', '', { screen: 'explore', name, query: '' })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(savedViewsMax);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
  expect(await list(grace)).toHaveLength(savedViewsMax);
});
