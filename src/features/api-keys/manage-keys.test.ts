/**
 * Creating, rotating and revoking key pairs, and how soon every process sees the change (docs/contract/common.md,
 * "Modes and keys").
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { shell } from '../../../tests/support/actors.ts';
import { makeCompany, makeHolder } from '../../../tests/support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { unheardAgeMaxMs } from '../../base/database/row-cache.ts';
import { findKey, listKeys } from './api-keys.repository.ts';
import { type Authenticator, createAuthenticator } from './authenticate.ts';
import { hashSecret, type KeyPair, modeOfClientId, modeOfSecret, newKeyPair, secretMatches } from './key-pair.ts';
import { createKey, revokeKeyPair, rotateKey } from './manage-keys.ts';

const hourMs = 3_600_000;
let database: TestDatabase;
let company: bigint;
/** The process that changes keys, and a second one. */
let here: Authenticator;
let elsewhere: Authenticator;
/** Added to both clocks of the process: wall time ends a grace period, monotonic time ages the cache. */
let ahead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  company = await makeCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(() => {
  ahead = 0;
  here = createAuthenticator(database.db);
  elsewhere = createAuthenticator(database.db);
  const [dateNow, performanceNow] = [Date.now.bind(Date), performance.now.bind(performance)];
  vi.spyOn(Date, 'now').mockImplementation(() => dateNow() + ahead);
  vi.spyOn(performance, 'now').mockImplementation(() => performanceNow() + ahead);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const deps = () => ({ db: database.db, authenticator: here });
const works = async (authenticator: Authenticator, pair: KeyPair): Promise<boolean> =>
  (await authenticator.checkPair(pair.clientId, pair.clientSecret, 'company')).ok;

describe('docs/contract/common.md, "Modes and keys": a pair', () => {
  it.each(['test', 'live'] as const)('of mode %s carries its prefixes and decides the mode', async (mode) => {
    const pair = await createKey(shell, deps(), company, mode);
    expect(pair.clientId.startsWith(`pk_${mode}_`)).toBe(true);
    expect(pair.clientSecret.startsWith(`sk_${mode}_`)).toBe(true);
    expect([modeOfClientId(pair.clientId), modeOfSecret(pair.clientSecret)]).toEqual([mode, mode]);
    const check = await here.checkPair(pair.clientId, pair.clientSecret, 'company');
    expect(check).toMatchObject({ ok: true, caller: { holderId: company, mode } });
  });

  it('the secret is stored hashed, nowhere in clear', async () => {
    const pair = await createKey(shell, deps(), company, 'test', 'a label');
    const { rows } = await database.pool.query('select k::text as row from api_keys k where client_id = $1', [
      pair.clientId,
    ]);
    expect(rows[0].row).not.toContain(pair.clientSecret);
    expect((await findKey(database.db, pair.clientId))?.secretHash).toEqual(hashSecret(pair.clientSecret));
    expect(JSON.stringify(await listKeys(database.db, company), (_key, value) => String(value))).not.toContain(
      'sk_test_',
    );
  });

  it('carries 256 random bits in its secret (docs/contract/common.md, "Modes and keys") and never repeats', () => {
    const pairs = Array.from({ length: 500 }, () => newKeyPair('live'));
    for (const { clientSecret } of pairs) expect(clientSecret).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    expect(new Set(pairs.flatMap((pair) => [pair.clientId, pair.clientSecret])).size).toBe(1_000);
  });

  it('is for companies and merchants only', async () => {
    for (const kind of ['courier', 'customer'] as const) {
      const holder = await makeHolder(database.db, kind);
      await expect(createKey(shell, deps(), holder, 'test')).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(createKey(shell, deps(), 999_999n, 'test')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('docs/contract/partner.md, "Errors": invalid_credentials', () => {
  it('a pair mixed from two, of another mode, shortened, or of another kind of holder', async () => {
    const [a, b] = [await createKey(shell, deps(), company, 'test'), await createKey(shell, deps(), company, 'test')];
    const live = await createKey(shell, deps(), company, 'live');
    const wrong: [string, string][] = [
      [a.clientId, b.clientSecret],
      [a.clientId, live.clientSecret],
      [live.clientId, a.clientSecret],
      [a.clientId, a.clientSecret.slice(0, -1)],
      [a.clientId, a.clientSecret.replace('sk_test_', 'sk_live_')],
      [a.clientId.replace('pk_test_', 'pk_live_'), a.clientSecret],
      [a.clientSecret, a.clientId],
      ['', ''],
      [`${a.clientId}\0`, a.clientSecret],
    ];
    for (const [clientId, clientSecret] of wrong) {
      expect(await here.checkPair(clientId, clientSecret, 'company')).toMatchObject({ ok: false });
    }
    expect(await here.checkPair(a.clientId, a.clientSecret, 'merchant')).toMatchObject({ ok: false });
    expect(await works(here, a)).toBe(true);
  });

  it('a secret of the other mode is refused even when its hash is stored', async () => {
    const pair = newKeyPair('test');
    const secret = pair.clientSecret.replace('sk_test_', 'sk_live_');
    await database.db
      .insertInto('apiKeys')
      .values({
        clientId: pair.clientId,
        holderId: company,
        mode: 'test',
        secretHash: hashSecret(secret),
        label: '',
      })
      .execute();
    expect(await works(here, { clientId: pair.clientId, clientSecret: secret })).toBe(false);
  });

  it('compares over the hash, so any length is fine', () => {
    expect(secretMatches('x', hashSecret('x'))).toBe(true);
    for (const secret of ['', 'y', 'x'.repeat(100_000)]) expect(secretMatches(secret, hashSecret('x'))).toBe(false);
  });
});

describe('docs/contract/common.md, "Modes and keys": revoked', () => {
  it('at once in the process that did it, within a second in every other', async () => {
    const pair = await createKey(shell, deps(), company, 'test');
    expect([await works(here, pair), await works(elsewhere, pair)]).toEqual([true, true]);
    await revokeKeyPair(shell, deps(), pair.clientId);
    expect(await works(here, pair)).toBe(false);
    ahead = unheardAgeMaxMs;
    expect(await works(elsewhere, pair)).toBe(false);
  });

  it('twice, or never made: not_found', async () => {
    const pair = await createKey(shell, deps(), company, 'test');
    await revokeKeyPair(shell, deps(), pair.clientId);
    await expect(revokeKeyPair(shell, deps(), pair.clientId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(rotateKey(shell, deps(), pair.clientId, 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(revokeKeyPair(shell, deps(), newKeyPair('test').clientId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('a pair made a moment ago works everywhere: absence is not cached', async () => {
    const pair = newKeyPair('test');
    expect(await works(here, pair)).toBe(false);
    await database.db
      .insertInto('apiKeys')
      .values({
        clientId: pair.clientId,
        holderId: company,
        mode: 'test',
        secretHash: hashSecret(pair.clientSecret),
        label: '',
      })
      .execute();
    expect(await works(here, pair)).toBe(true);
  });
});

describe('docs/contract/common.md, "Modes and keys": rotated', () => {
  it('the old pair works to the end of its grace, the new one at once', async () => {
    const old = await createKey(shell, deps(), company, 'live');
    const fresh = await rotateKey(shell, deps(), old.clientId, 2);
    expect(modeOfClientId(fresh.clientId)).toBe('live');
    for (const process of [here, elsewhere]) {
      expect([await works(process, old), await works(process, fresh)]).toEqual([true, true]);
    }
    ahead = 2 * hourMs - 10_000;
    expect(await works(here, old)).toBe(true);
    ahead = 2 * hourMs;
    for (const process of [here, elsewhere]) {
      expect([await works(process, old), await works(process, fresh)]).toEqual([false, true]);
    }
  });

  it('the end of a grace needs no second: a cached pair ends with it', async () => {
    const old = await createKey(shell, deps(), company, 'test');
    await rotateKey(shell, deps(), old.clientId, 1);
    const ends = (await findKey(database.db, old.clientId))?.expiresAt?.getTime() as number;
    ahead = ends - 500 - Date.now();
    expect(await works(elsewhere, old)).toBe(true);
    ahead += 500;
    expect(await works(elsewhere, old)).toBe(false);
  });

  it('with no grace it ends at once', async () => {
    const old = await createKey(shell, deps(), company, 'test');
    expect(await works(here, old)).toBe(true);
    const fresh = await rotateKey(shell, deps(), old.clientId, 0);
    expect([await works(here, old), await works(here, fresh)]).toEqual([false, true]);
  });

  it('again with a shorter grace ends it sooner, never later', async () => {
    const old = await createKey(shell, deps(), company, 'test');
    await rotateKey(shell, deps(), old.clientId, 10);
    await expect(rotateKey(shell, deps(), old.clientId, 20)).rejects.toMatchObject({ code: 'not_found' });
    await rotateKey(shell, deps(), old.clientId, 1);
    ahead = hourMs;
    expect(await works(here, old)).toBe(false);
  });

  it.each([-1, 73, 1.5, Number.NaN])('a grace of %s hours is refused: 0 to 72 whole hours', async (hours) => {
    const pair = await createKey(shell, deps(), company, 'test');
    await expect(rotateKey(shell, deps(), pair.clientId, hours)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await works(here, pair)).toBe(true);
  });
});
