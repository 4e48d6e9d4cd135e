import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
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
let personId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  time = 0;
  ({ people, email, personId } = await createAda(database.pool, () => time));
});
afterAll(() => database.drop());

async function signIn(secret = password, from = visit): Promise<string[]> {
  const answer = await people.signIn(from, { email, password: secret });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.cookies;
}
async function requestResetMail(): Promise<string> {
  await people.requestReset(visit, email);
  await deliverMails(database.pool, people);
  return linkToken(database.pool, email);
}

describe('a forgotten password', () => {
  it('is replaced through the link, once, and every session ends', async () => {
    const before = await signIn();
    const token = await requestResetMail();
    expect(await people.isResetOpen(token)).toBe(true);
    expect(await people.resetPassword(visit, token, 'a new password')).toEqual({ ok: true });
    expect(await people.sessionOf(visitWith(before).cookie)).toBeUndefined();
    expect((await people.signIn(visit, { email, password })).ok).toBe(false);
    expect(await people.resetPassword(visit, token, 'yet another one')).toEqual({ ok: false, reason: 'expired' });
    await signIn('a new password');
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('Your password was changed');
  });

  it('asked for again: the new link ends the older one', async () => {
    const first = await requestResetMail();
    const second = await requestResetMail();
    expect(await people.isResetOpen(first)).toBe(false);
    expect(await people.resetPassword(visit, first, 'a newer password')).toEqual({ ok: false, reason: 'expired' });
    expect(await people.resetPassword(visit, second, 'a new password')).toEqual({ ok: true });
  });

  it('asked for many times at once: one link works', async () => {
    await Promise.all(Array.from({ length: 5 }, () => people.deliver({ kind: 'reset', email })));
    const links = (await mailsTo(database.pool, email)).map(
      ({ text }) => /\/reset-password\/([0-9A-Za-z]+)/.exec(text)?.[1],
    );
    expect(new Set(links).size).toBe(5);
    const open = await Promise.all(links.map((token) => people.isResetOpen(token ?? '')));
    expect(open.filter((isOpen) => isOpen)).toHaveLength(1);
  });

  it('asked for by someone else ends no sign-in that waits for a code', async () => {
    await signIn();
    const waits = `insert into verifications (id, identifier, value, expires_at)
      values ($1, 'a challenge', $1, now() + interval '5 minutes')`;
    await database.pool.query(waits, [personId]);
    await requestResetMail();
    const { rows } = await database.pool.query('select from verifications where id = $1', [personId]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    '',
    '   ',
    'nobody',
    'a@b',
    'a b@example.com',
    'ada@example.com\r\nBcc: b@example.com',
    '@',
    'x'.repeat(300),
  ])('is not asked for with %j, and neither is another mail: nothing is queued', async (given) => {
    const jobs = 'select count(*)::int as n from graphile_worker.jobs';
    const before = (await database.pool.query(jobs)).rows;
    for (const request of [people.requestReset, people.resendConfirmation, people.requestLift]) {
      expect(await request(visit, given)).toEqual({ ok: false, reason: 'invalid' });
    }
    expect((await database.pool.query(jobs)).rows).toEqual(before);
  });

  it('a job of before that names no address is done without a mail', async () => {
    for (const kind of ['reset', 'resend', 'lift'] as const) await people.deliver({ kind, email: '' });
    expect(await mailsTo(database.pool, '')).toEqual([]);
  });

  it('at once from five browsers: one link sets one password', async () => {
    const token = await requestResetMail();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => people.resetPassword(visit, token, `the password ${n}`)),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });

  it('ends after an hour', async () => {
    const token = await requestResetMail();
    const { rows } = await database.pool.query(
      `update verifications set expires_at = expires_at - interval '1 hour' where value = $1 returning expires_at`,
      [personId],
    );
    expect(rows[0].expires_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await people.isResetOpen(token)).toBe(false);
    expect(await people.resetPassword(visit, token, 'a new password')).toEqual({ ok: false, reason: 'expired' });
    await signIn();
  });

  it('is not opened by what stands in the database', async () => {
    const token = await requestResetMail();
    const { rows } = await database.pool.query('select * from verifications where value = $1', [personId]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await people.resetPassword(visit, rows[0].identifier, 'a new password')).toEqual({
      ok: false,
      reason: 'expired',
    });
  });

  it('confirms an address nobody had confirmed', async () => {
    await database.pool.query('update people set email_verified = false where id = $1', [personId]);
    expect((await people.signIn(visit, { email, password })).ok).toBe(false);
    await people.resetPassword(visit, await requestResetMail(), 'a new password');
    await signIn('a new password');
  });

  it.each(['', 'short', 'x'.repeat(129)])('is not replaced by %o, and the link stays good', async (next) => {
    const token = await requestResetMail();
    expect(await people.resetPassword(visit, token, next)).toEqual({ ok: false, reason: 'invalid' });
    expect(await people.resetPassword(visit, token, 'a new password')).toEqual({ ok: true });
  });
});

describe('a changed password', () => {
  it('takes the present one, keeps this session and ends the others', async () => {
    const here = await signIn();
    const elsewhere = await signIn();
    expect(await people.changePassword(visitWith(here), { present: 'wrong one', next: 'a new password' })).toEqual({
      ok: false,
      reason: 'wrong',
    });
    const changed = await people.changePassword(visitWith(here), { present: password, next: 'a new password' });
    if (!changed.ok) throw new Error(changed.reason);
    expect(await people.sessionOf(visitWith(changed.cookies).cookie)).toMatchObject({ email });
    expect(await people.sessionOf(visitWith(elsewhere).cookie)).toBeUndefined();
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('Your password was changed');
    await signIn('a new password');
  });

  it('is nobody’s without a session', async () => {
    const passwords = { present: password, next: 'a new password' };
    expect(await people.changePassword(visit, passwords)).toEqual({ ok: false, reason: 'signed_out' });
    expect(await people.changeName(visit, 'Eve')).toBe(false);
  });

  it('is not guessed with a stolen session', async () => {
    const stolen = visitWith((await signIn()).filter((cookie) => !cookie.startsWith('sluice.known_browser')));
    const answers = [];
    for (let n = 0; n < 30; n += 1) {
      answers.push(await people.changePassword(stolen, { present: `guess ${n}`, next: 'a new password' }));
    }
    expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'throttled' });
  });
});

describe('a thousand wrong passwords', () => {
  it('never get in, from one address or from many, and the owner does', async () => {
    const known = await signIn();
    let tried = 0;
    for (let n = 0; n < 1_000; n += 1) {
      const attacker = visitWith([], n % 2 === 0 ? '203.0.113.1' : `198.51.100.${n % 250}`);
      // The right password comes after the account no longer accepts attempts from unknown browsers.
      const guess = n < 990 ? `guess ${n}` : password;
      const answer = await people.signIn(attacker, { email, password: guess });
      expect(answer.ok).toBe(false);
      if (!answer.ok && answer.reason === 'wrong') tried += 1;
    }
    expect(tried).toBeLessThanOrEqual(60);
    await signIn(password, visitWith(known));
    expect(await people.signIn(visit, { email, password })).toMatchObject({ reason: 'throttled' });
    time += 15 * 60_000;
    await signIn();
  });

  it('at once are as few', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => people.signIn(visit, { email, password: `guess ${n}` })),
    );
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'wrong')).toHaveLength(20);
  });

  it('answer the same for an address nobody has', async () => {
    const unknown = `nobody-${email}`;
    const tryAll = (address: string, from: string) =>
      Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          people.signIn(visitWith([], from), { email: address, password: `guess ${n}` }),
        ),
      );
    expect(await tryAll(email, '203.0.113.7')).toEqual(await tryAll(unknown, '203.0.113.8'));
  });
});

describe('sessions', () => {
  it('are listed, and ended one by one or all but this one', async () => {
    const one = await signIn();
    const two = await signIn(password, { ...visit, address: '198.51.100.9', userAgent: '<b>Phone</b>' });
    const three = await signIn();
    const listed = await people.sessionsOf(visitWith(one));
    expect(listed).toHaveLength(3);
    expect(listed.filter((session) => session.current)).toHaveLength(1);
    const phone = listed.find((session) => session.address === '198.51.100.9');
    expect(phone).toMatchObject({ current: false, userAgent: '<b>Phone</b>' });
    expect(JSON.stringify(listed)).not.toMatch(/token/);
    await people.endSession(visitWith(one), phone?.id ?? '');
    expect(await people.sessionOf(visitWith(two).cookie)).toBeUndefined();
    await people.endOtherSessions(visitWith(one));
    expect(await people.sessionOf(visitWith(three).cookie)).toBeUndefined();
    expect(await people.sessionOf(visitWith(one).cookie)).toMatchObject({ email });
  });

  it('of another person are out of reach', async () => {
    const mine = await signIn();
    const [session] = await people.sessionsOf(visitWith(mine));
    await people.signUp(shell, { name: 'Eve', email: `eve-${email}`, password, emailVerified: true });
    const eve = await people.signIn(visit, { email: `eve-${email}`, password });
    if (!eve.ok) throw new Error(eve.reason);
    await people.endSession(visitWith(eve.cookies), session?.id ?? '');
    expect(await people.sessionOf(visitWith(mine).cookie)).toMatchObject({ email });
    expect(await people.sessionsOf(visit)).toEqual([]);
  });
});

it('changes a name', async () => {
  const cookies = await signIn();
  expect(await people.changeName(visitWith(cookies), '  Ada Lovelace ')).toBe(true);
  expect(await people.changeName(visitWith(cookies), '   ')).toBe(false);
  expect(await people.sessionOf(visitWith(cookies).cookie)).toMatchObject({ name: 'Ada Lovelace' });
});
