/**
 * Cached rows (src/base/database/README.md, "Caches"): what changes one is heard in every process, and a process that hears nothing
 * relies on an entry for a second, whether its connection was cut or is silent.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNotifications, type Notifications } from '../../src/base/database/notifications.ts';
import { createPool } from '../../src/base/database/pool.ts';
import { unheardAgeMaxMs } from '../../src/base/database/row-cache.ts';
import { rowChannels } from '../../src/base/database/row-changes.ts';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import {
  expireKey,
  insertKey,
  listKeys,
  revokeKey,
  setEmbedOrigins,
  setWebhookFormat,
  touchKeys,
} from '../../src/features/api-keys/api-keys.repository.ts';
import { type Authenticator, createAuthenticator } from '../../src/features/api-keys/authenticate.ts';
import { createKey, revokeKeyPair } from '../../src/features/api-keys/manage-keys.ts';
import {
  insertHolder,
  lockHolder,
  setHolderClosed,
  setHolderName,
  setHolderReopened,
  setHolderStatus,
  updateQuotas,
} from '../../src/features/holders/holders.repository.ts';
import { createLinkLookup, type LinkLookup } from '../../src/features/links/link-lookup.ts';
import { setLinkEnded, setServesLive } from '../../src/features/links/links.repository.ts';
import { createFeeLookup, type FeeLookup } from '../../src/features/payments/fees/fee-lookup.ts';
import { insertFeeRule } from '../../src/features/payments/fees/fee-rules.repository.ts';
import { shell } from '../support/actors.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { createPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { readSources } from '../support/source-files.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** What a process that only reads has: its caches, and a connection that hears through a proxy. */
type Listener = {
  notifications: Notifications;
  authenticator: Authenticator;
  links: LinkLookup;
  fees: FeeLookup;
  proxy: PostgresProxy;
  gaps: () => number;
  /** Resolves when everything committed before the call has been heard. */
  caughtUp(): Promise<void>;
  /** Resolves when a round trip has begun after the call. */
  proven(): Promise<void>;
  close(): Promise<void>;
};

let database: TestDatabase;
let company: bigint;
/** The monotonic clock, which ages the caches, stands still unless a test moves it: forwards only, as the real one. */
let nowMs = Math.ceil(performance.now());

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  database = await createTestDatabase();
  company = await makeCompany(database.db, { ordersPerMinute: 60 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

async function startListener(): Promise<Listener> {
  const proxy = await createPostgresProxy(database.settings);
  const pool: pg.Pool = createPool(proxy.settings, { connections: 1 });
  const notifications = createNotifications(pool);
  const authenticator = createAuthenticator(database.db, undefined, notifications);
  const links = createLinkLookup(database.db, notifications);
  const fees = createFeeLookup(database.db, notifications);
  let gaps = 0;
  notifications.onGap(() => {
    gaps += 1;
  });
  let heard = (): void => {};
  notifications.on('test', () => heard());
  await notifications.listen();
  nowMs += 1;
  return {
    ...{ notifications, authenticator, links, fees, proxy },
    gaps: () => gaps,
    async caughtUp() {
      const { promise, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      await database.pool.query('notify test');
      await promise;
    },
    async proven() {
      nowMs += unheardAgeMaxMs;
      while (!notifications.heardAllSince(nowMs)) await new Promise(setImmediate);
    },
    async close() {
      await notifications.stop();
      await pool.end();
      await proxy.close();
    },
  };
}

/** Changes a row behind the service's back, so that what a cache still holds can be told from the row. */
const renameUnheard = (name: string) =>
  database.pool.query('update holders set name = $2 where id = $1', [company, name]);
const nameOf = async ({ authenticator }: Listener, clientId: string) =>
  (await authenticator.findLiveKey(clientId))?.holderName;

describe('a process that hears of changes', () => {
  let one: Listener;
  let two: Listener;
  beforeAll(async () => {
    [one, two] = [await startListener(), await startListener()];
  });
  afterAll(async () => {
    await one.close();
    await two.close();
  });

  it('relies on an entry for longer than a second', async () => {
    const { clientId } = await makeKey(database.db, company);
    await renameUnheard('Before');
    expect(await nameOf(one, clientId)).toBe('Before');
    await renameUnheard('After');
    nowMs += 20_000;
    await one.proven();
    expect(await nameOf(one, clientId)).toBe('Before');
    nowMs += 61_000;
    expect(await nameOf(one, clientId)).toBe('After');
  });

  it('refuses a key that another process revoked, and takes no order for a link that another ended', async () => {
    const { clientId } = await makeKey(database.db, company);
    const link = await makeLink(database.db, company, 'merchant');
    const other = await makeLink(database.db, company, 'merchant');
    const found = async ({ links }: Listener) => [...(await links.find(company, 'live', [link, other])).keys()];
    for (const each of [one, two]) {
      expect(await each.authenticator.findLiveKey(clientId)).toMatchObject({ holderId: company });
      expect(await found(each)).toEqual([link, other]);
    }
    await revokeKeyPair(shell, { db: database.db }, clientId);
    await inTransaction(database.db, (tx) => setLinkEnded(tx, company, link, new Date()));
    for (const each of [one, two]) {
      await each.caughtUp();
      expect(await each.authenticator.findLiveKey(clientId)).toBeUndefined();
      expect(await found(each)).toEqual([other]);
    }
  });

  it('knows a holder’s new name, status and quota for each of its keys', async () => {
    const holder = await makeCompany(database.db);
    const neighbor = await makeKey(database.db, company);
    const pairs = [await makeKey(database.db, holder), await makeKey(database.db, holder, 'live')];
    await renameUnheard('Neighbor');
    await nameOf(one, neighbor.clientId);
    await renameUnheard('Not asked for');
    for (const { clientId } of pairs) await one.authenticator.findLiveKey(clientId);
    await inTransaction(database.db, async (tx) => {
      const row = await lockHolder(tx, holder);
      await setHolderName(tx, holder, 'Renamed');
      await setHolderStatus(tx, row as NonNullable<typeof row>, 'suspended');
      await updateQuotas(tx, holder, { ordersPerMinute: 7, bulkRequestsPerMinute: 6 });
    });
    await one.caughtUp();
    for (const { clientId } of pairs) {
      expect(await one.authenticator.findLiveKey(clientId)).toMatchObject({
        holderName: 'Renamed',
        holderStatus: 'suspended',
        ordersPerMinute: 7,
      });
    }
    expect(await nameOf(one, neighbor.clientId), 'of another holder, still cached').toBe('Neighbor');
  });

  it('prices payments by a rule that another process set, for one account and for all', async () => {
    const rulesOf = async ({ fees }: Listener) => (await fees.pricesOf(company))('EUR').feeRules;
    for (const each of [one, two]) expect(await rulesOf(each)).toBeNull();
    const every = await makeFee(database.db, { basisPoints: 290 });
    await one.caughtUp();
    expect(await rulesOf(one)).toEqual([every.id, every.id, every.id, every.id]);
    const own = await makeFee(database.db, { holderId: company, method: 'card', basisPoints: 140 });
    for (const each of [one, two]) {
      await each.caughtUp();
      expect(await rulesOf(each)).toEqual([own.id, every.id, every.id, every.id]);
    }
  });

  it('never keeps what was being read while it changed', async () => {
    const rounds = Array.from({ length: 40 }, async (_, round) => {
      const { clientId } = await createKey(shell, { db: database.db }, company, 'test');
      const read = () => [one, two].map(({ authenticator }) => authenticator.findLiveKey(clientId));
      if (round % 4 === 0) await Promise.all(read());
      const reads = read();
      const revoking = revokeKeyPair(shell, { db: database.db }, clientId);
      if (round % 2 === 0) reads.push(...read());
      await revoking;
      await Promise.all(reads);
      return clientId;
    });
    const revoked = await Promise.all(rounds);
    for (const each of [one, two]) {
      await each.caughtUp();
      for (const clientId of revoked) expect(await each.authenticator.findLiveKey(clientId)).toBeUndefined();
    }
  });
});

describe('a process that hears nothing relies on an entry for a second', () => {
  it('when its connection was cut, and what it read meanwhile counts for no longer afterwards', async () => {
    const listener = await startListener();
    const { clientId } = await makeKey(database.db, company);
    await renameUnheard('Before');
    expect(await nameOf(listener, clientId)).toBe('Before');
    listener.proxy.shut();
    while (listener.notifications.heardAllSince(nowMs)) await new Promise(setImmediate);
    await renameUnheard('While cut');
    expect(await nameOf(listener, clientId), 'younger than a second').toBe('Before');
    nowMs += unheardAgeMaxMs;
    expect(await nameOf(listener, clientId)).toBe('While cut');

    listener.proxy.admit();
    while (listener.gaps() === 0) await new Promise(setImmediate);
    await renameUnheard('Back');
    await listener.proven();
    expect(await nameOf(listener, clientId), 'read before it listened again').toBe('Back');
    await renameUnheard('Heard again');
    await listener.proven();
    expect(await nameOf(listener, clientId)).toBe('Back');
    await listener.close();
  });

  it('when its connection is silent, though it looks alive', async () => {
    const listener = await startListener();
    const { clientId } = await makeKey(database.db, company);
    await renameUnheard('Before');
    expect(await nameOf(listener, clientId)).toBe('Before');
    listener.proxy.silence();
    await revokeKeyPair(shell, { db: database.db }, clientId);
    expect(await nameOf(listener, clientId), 'younger than a second').toBe('Before');
    nowMs += unheardAgeMaxMs;
    expect(await nameOf(listener, clientId)).toBeUndefined();
    await listener.close();
  });
});

describe('whatever writes a cached column notifies', () => {
  const tables = { apiKeys: 'api_keys', holders: 'holders', companies: 'companies', links: 'links' };
  const anyOf = (names: string[]) => `(?:${names.join('|')})`;
  const writes = new RegExp(
    [
      String.raw`\b(?:updateTable|deleteFrom|mergeInto)\('${anyOf(Object.keys(tables))}(?: as \w+)?'\)`,
      String.raw`\b(?:update|delete from|merge into|truncate)\s+${anyOf(Object.values(tables))}\b`,
    ].join('|'),
    'g',
  );

  it('these are all functions that change or delete rows of the cached tables', () => {
    const writers = readSources().flatMap(({ path, code }) =>
      [...code.matchAll(writes)].map(({ index }) => {
        const [before] = [...code.slice(0, index).matchAll(/\bfunction (\w+)/g)].slice(-1);
        return `${path} ${before?.[1]}`;
      }),
    );
    expect(writers.sort()).toEqual([
      'features/api-keys/api-keys.repository.ts expireKey',
      'features/api-keys/api-keys.repository.ts revokeKey',
      'features/api-keys/api-keys.repository.ts setEmbedOrigins',
      'features/api-keys/api-keys.repository.ts setWebhookFormat',
      'features/api-keys/api-keys.repository.ts touchKeys',
      'features/holders/holders.repository.ts setHolderClosed',
      'features/holders/holders.repository.ts setHolderName',
      'features/holders/holders.repository.ts setHolderReopened',
      'features/holders/holders.repository.ts setHolderStatus',
      'features/holders/holders.repository.ts updateQuotas',
      'features/links/links.repository.ts setLinkEnded',
      'features/links/links.repository.ts setServesLive',
    ]);
  });

  it('and all but what nobody caches, a key’s last use and its embedding sites, notify once they commit', async () => {
    const heard: string[] = [];
    const notifications = createNotifications(database.pool);
    for (const [what, channel] of Object.entries(rowChannels)) {
      notifications.on(channel, (id) => heard.push(`${what} ${id}`));
    }
    const done = Promise.withResolvers<void>();
    notifications.on('done', () => done.resolve());
    const holder = await makeHolder(database.db, 'company');
    const link = await makeLink(database.db, holder, 'merchant');
    await database.db.updateTable('links').set({ servesLive: false }).where('id', '=', link).execute();
    const { clientId } = await makeKey(database.db, holder);
    await notifications.listen();

    const every = { method: null, currency: null };
    const steps: [what: string, write: (tx: Tx) => Promise<unknown>][] = [
      ['key', (tx) => setWebhookFormat(tx, clientId, 'mypay')],
      ['key', (tx) => expireKey(tx, clientId, new Date(Date.now() + 60_000))],
      ['key', (tx) => revokeKey(tx, clientId, new Date())],
      ['holder', async (tx) => setHolderStatus(tx, await locked(tx), 'suspended')],
      ['holder', async (tx) => setHolderStatus(tx, await locked(tx), 'active')],
      ['holder', async (tx) => setHolderClosed(tx, await locked(tx), new Date())],
      ['holder', async (tx) => setHolderReopened(tx, await locked(tx))],
      ['holder', (tx) => setHolderName(tx, holder, 'Another name')],
      ['holder', (tx) => updateQuotas(tx, holder, { ordersPerMinute: 61, bulkRequestsPerMinute: 6 })],
      ['link', (tx) => setServesLive(tx, holder, link)],
      ['link', (tx) => setLinkEnded(tx, holder, link, new Date())],
      ['fees', (tx) => insertFeeRule(tx, { ...every, holderId: holder }, { basisPoints: 1, fixed: 0n }, null)],
    ];
    const locked = async (tx: Tx) => {
      const row = await lockHolder(tx, holder);
      if (row === undefined) throw new Error('no such holder');
      return row;
    };
    for (const [, write] of steps) await inTransaction(database.db, write);
    await touchKeys(database.db, [{ clientId, at: new Date() }]);
    await inTransaction(database.db, (tx) => setEmbedOrigins(tx, clientId, ['https://shop.example']));
    await inTransaction(database.db, (tx) => insertHolder(tx, 'company', 'New'));
    await inTransaction(database.db, (tx) =>
      insertKey(tx, holder, {
        clientId: 'pk_test_AAAAAAAAAAAAAAAAAAAAAA',
        mode: 'test',
        secretHash: Buffer.alloc(32),
        label: '',
      }),
    );
    await inTransaction(database.db, async (tx) => {
      await updateQuotas(tx, company, { ordersPerMinute: 62, bulkRequestsPerMinute: 6 });
      throw new Error('rolled back');
    }).catch(() => {});
    await database.pool.query('notify done');
    await done.promise;
    const idOf = { key: clientId, holder: String(holder), link: `${holder}/${link}`, fees: String(holder) };
    expect(heard).toEqual(steps.map(([what]) => `${what} ${idOf[what as keyof typeof idOf]}`));
    expect(await listKeys(database.db, holder)).toHaveLength(2);
    await notifications.stop();
  });
});
