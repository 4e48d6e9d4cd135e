/** Which providers may charge, and in which order: who sets it, what is refused, and how processes hear of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { job, keyOf, shell } from '../../../tests/support/actors.ts';
import { makeCompany, makeHolder } from '../../../tests/support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { followOrders } from './followed-orders.ts';
import type { Provider, ProviderMethod } from './provider.ts';
import type { ProviderOrder } from './provider-order.ts';
import { listProviderOrders } from './provider-orders.repository.ts';
import { createProviders } from './providers.ts';
import { type NewProviderOrder, setProviderOrder } from './set-provider-order.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.owner.query('truncate provider_orders, audit_log'));
afterAll(() => database.drop());

const provider = (name: string, methods: ProviderMethod[]): Provider => ({ name, title: name, methods }) as never;
const inUse = createProviders({
  test: provider('simulator', ['card']),
  live: [provider('stripe', ['card']), provider('mollie', ['card', 'onlinewallet'])],
});

const everyone = { holderId: null, method: null, currency: null } as const;
const set = (order: Partial<NewProviderOrder>, actor: Actor = shell) =>
  inTransaction(database.db, (tx) =>
    setProviderOrder(actor, tx, inUse, { ...everyone, providers: ['mollie'], ...order }, 'Agreed'),
  );
const orders = (): Promise<ProviderOrder[]> => listProviderOrders(database.db);

it('is set, replaced and ended for each account, method and currency, with its reason', async () => {
  const shop = await makeHolder(database.db, 'merchant', 'Corner Shop');
  await set({ providers: ['stripe', 'mollie'] });
  await set({ holderId: shop, method: 'card', currency: 'CHF' });
  await set({ providers: ['mollie', 'stripe'] });
  expect(await orders()).toEqual([
    { holderId: shop, method: 'card', currency: 'CHF', providers: ['mollie'] },
    { ...everyone, providers: ['mollie', 'stripe'] },
  ]);
  await set({ holderId: shop, method: 'card', currency: 'CHF', providers: null });
  expect(await orders()).toEqual([{ ...everyone, providers: ['mollie', 'stripe'] }]);

  const { rows } = await database.pool.query('select holder_id, object_id, before, after from audit_log order by id');
  expect(rows.map(({ holder_id, object_id, before, after }) => [Number(holder_id), object_id, before, after])).toEqual([
    [1, 'all', null, { providers: ['stripe', 'mollie'], reason: 'Agreed' }],
    [Number(shop), 'card CHF', null, { providers: ['mollie'], reason: 'Agreed' }],
    [1, 'all', { providers: ['stripe', 'mollie'] }, { providers: ['mollie', 'stripe'], reason: 'Agreed' }],
    [Number(shop), 'card CHF', { providers: ['mollie'] }, { providers: null, reason: 'Agreed' }],
  ]);
});

it('two changes of one scope at once leave one', async () => {
  await Promise.all([set({ providers: ['stripe'] }), set({ providers: ['mollie'] }), set({ providers: ['stripe'] })]);
  expect(await orders()).toHaveLength(1);
});

describe('refuses', () => {
  it.each<[string, Partial<NewProviderOrder>, { field: string; message: string }]>([
    ['nobody', { providers: [] }, { field: 'providers', message: 'must name at least one' }],
    ['one twice', { providers: ['mollie', 'mollie'] }, { field: 'providers[1]', message: 'is named twice' }],
    [
      'one that is not in use',
      { providers: ['stripe', 'acme'] },
      { field: 'providers[1]', message: 'is not in use; in use: stripe, mollie' },
    ],
    ['the simulator', { providers: ['simulator'] }, { field: 'providers[0]', message: expect.any(String) }],
    [
      'one that lacks the method',
      { method: 'onlinewallet', providers: ['stripe'] },
      { field: 'providers[0]', message: 'takes no onlinewallet payments' },
    ],
    ['the end of none', { currency: 'SEK', providers: null }, { field: 'end', message: 'there is no such order' }],
  ])('%s', async (_what, order, problem) => {
    await expect(set(order)).rejects.toMatchObject({ code: 'validation_failed', details: [problem] });
    expect(await orders()).toEqual([]);
  });

  it('an account that takes no payments', async () => {
    for (const holderId of [await makeHolder(database.db, 'customer', 'Ada'), 999_999n]) {
      await expect(set({ holderId })).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('whoever is not the operator', async () => {
    const company = { holderId: await makeCompany(database.db), mode: 'live' } as const;
    await expect(set({ holderId: company.holderId }, keyOf(company))).rejects.toMatchObject({ code: 'not_permitted' });
    await expect(set({}, job)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await orders()).toEqual([]);
  });
});

describe('a process that follows the orders', () => {
  /** `hear`: what PostgreSQL would say. */
  function follow() {
    const handlers = new Map<string, () => void>();
    const errors: unknown[] = [];
    const notifications = {
      on: (channel: string, handle: (payload: string) => void) => void handlers.set(channel, () => handle('all')),
      onGap: (handle: () => void) => void handlers.set('gap', handle),
    };
    return { followed: followOrders(database.db, notifications, (error) => errors.push(error)), handlers, errors };
  }

  it.each([rowChannels.providerOrders, 'gap'])('reads them anew on %s', async (channel) => {
    const { followed, handlers, errors } = follow();
    await followed.load();
    expect(followed.now()).toEqual([]);
    await set({});
    expect(followed.now()).toEqual([]);
    handlers.get(channel)?.();
    await expect.poll(() => followed.now()).toEqual([{ ...everyone, providers: ['mollie'] }]);
    expect(errors).toEqual([]);
  });

  it('is told by whoever changes them', async () => {
    const client = await database.owner.connect();
    onTestFinished(() => client.release(true));
    await client.query(`listen ${rowChannels.providerOrders}`);
    for (const order of [{}, { providers: null }]) {
      const heard = new Promise<string>((resolve) => {
        client.once('notification', ({ channel }) => resolve(channel));
      });
      await set(order);
      expect(await heard).toBe(rowChannels.providerOrders);
    }
  });
});
