import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authenticatorCode,
  createAda,
  deliverMails,
  linkToken,
  mailsTo,
  testPassword as password,
  visitWith,
} from '../../../tests/fixtures/people.ts';
import { shell } from '../../../tests/support/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import type { People } from './people.ts';

const visit = visitWith();

let database: TestDatabase;
let people: People;
let time: number;
let email: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  time = 0;
  ({ people, email } = await createAda(database.pool, () => time));
});
afterAll(() => database.drop());

const trySignIn = async (cookies: string[] = [], secret = password, who = email): Promise<string> => {
  const answer = await people.signIn(visitWith(cookies), { email: who, password: secret });
  return answer.ok ? 'signed in' : answer.reason;
};

async function lockOut(): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    await people.signIn(visitWith([], `198.51.100.${n}`), { email, password: `guess ${n}` });
  }
  expect(await trySignIn()).toBe('throttled');
}

async function mailedLink(from = visit): Promise<string> {
  expect(await people.requestLift(from, email)).toEqual({ ok: true });
  await deliverMails(database.pool, people);
  return linkToken(database.pool, email);
}

async function lifted(): Promise<string[]> {
  const lift = await people.liftLimit(visit, await mailedLink());
  if (!lift.ok) throw new Error(lift.reason);
  return lift.cookies;
}

describe('a lifted limit', () => {
  it('lets this browser try the password, for this account, and nobody else', async () => {
    await lockOut();
    const cookies = await lifted();
    expect(await people.sessionOf(visitWith(cookies).cookie)).toBeUndefined();
    expect(await trySignIn(cookies, 'a wrong one')).toBe('wrong');
    expect(await trySignIn(cookies)).toBe('signed in');
    expect(await trySignIn()).toBe('throttled');
    const other = `eve-${email}`;
    await people.signUp(shell, { name: 'Eve', email: other, password, emailVerified: true });
    for (let n = 0; n < 20; n += 1) await trySignIn(cookies, `guess ${n}`, other);
    expect(await trySignIn(cookies, password, other)).toBe('throttled');
  });

  it('has an allowance of its own, no more', async () => {
    await lockOut();
    const cookies = await lifted();
    const answers = [];
    for (let n = 0; n < 25; n += 1) answers.push(await trySignIn(cookies, `guess ${n}`));
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(20);
    expect(await trySignIn(cookies)).toBe('throttled');
  });

  it('still asks for the second factor', async () => {
    const signedIn = await people.signIn(visit, { email, password });
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const begun = await people.beginSecondFactor(visitWith(signedIn.cookies), password);
    if (!begun.ok) throw new Error(begun.reason);
    await people.confirmSecondFactor(visitWith(signedIn.cookies), authenticatorCode(begun.secret, 0));
    await lockOut();
    expect(await trySignIn(await lifted())).toBe('second_factor');
  });

  it('is not made up, moved to another account, or kept beyond its hour', async () => {
    await lockOut();
    const [cookie = ''] = await lifted();
    const value = cookie.split(';', 1)[0] ?? '';
    const [name, nonce, endsAt, seal] = /^([^=]+)=([^.]+)\.([^.]+)\.(.+)$/.exec(value)?.slice(1) ?? [];
    expect(cookie).toMatch(/^sluice_lifted_limit=.*; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const forged of [`${nonce}.${Number(endsAt) + 1}.${seal}`, `${nonce}x.${endsAt}.${seal}`, `..`, 'x']) {
      expect(await trySignIn([`${name}=${forged}`])).toBe('throttled');
    }
    expect(await trySignIn([`sluice.known_browser=${nonce}.${endsAt}.${seal}`])).toBe('throttled');
  });
});

describe('the mailed link', () => {
  it('works once, and only for 15 minutes', async () => {
    const token = await mailedLink();
    expect(await people.isLiftOpen(token)).toBe(true);
    const used = await Promise.all([1, 2, 3].map(() => people.liftLimit(visit, token)));
    expect(used.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await people.isLiftOpen(token)).toBe(false);
    const late = await mailedLink();
    const { rows } = await database.pool.query(
      `update verifications set expires_at = expires_at - interval '15 minutes' where kind = 'lift' returning expires_at`,
    );
    expect(rows.at(-1).expires_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await people.liftLimit(visit, late)).toEqual({ ok: false, reason: 'expired' });
    expect(await people.liftLimit(visit, 'unknown')).toEqual({ ok: false, reason: 'expired' });
  });

  it('is not opened by what stands in the database, and opens no password reset', async () => {
    const token = await mailedLink();
    const { rows } = await database.pool.query(`select * from verifications where kind = 'lift'`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await people.isResetOpen(token)).toBe(false);
    for (const { identifier } of rows) expect(await people.isLiftOpen(identifier)).toBe(false);
  });

  it('is had by an owner however often strangers ask, and goes to nobody without an account', async () => {
    const first = await mailedLink(visitWith([], '198.51.100.1'));
    for (let n = 2; n < 20; n += 1) await people.requestLift(visitWith([], `198.51.100.${n}`), email);
    expect(await people.requestLift(visit, email)).toMatchObject({ ok: false, reason: 'throttled' });
    expect(await people.isLiftOpen(first)).toBe(true);
    time += 15 * 60_000;
    expect(await people.requestLift(visit, email)).toEqual({ ok: true });
    expect(await people.requestLift(visit, `nobody-${email}`)).toEqual({ ok: true });
    await deliverMails(database.pool, people);
    expect(await mailsTo(database.pool, `nobody-${email}`)).toEqual([]);
  });
});
