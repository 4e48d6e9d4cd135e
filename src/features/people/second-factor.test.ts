import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authenticatorCode,
  createAda,
  createTestPeople,
  deliverMails,
  linkToken,
  mailsTo,
  testPassword as password,
  testSecret,
  visitWith,
} from '../../../tests/fixtures/people.ts';
import { job, operator, shell } from '../../../tests/support/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { insertMember } from '../holders/members.repository.ts';
import type { People } from './people.ts';
import { agreeToReset, cancelReset, finishReset, requestReset } from './reset-second-factor.ts';

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

async function signIn(): Promise<string[]> {
  const answer = await people.signIn(visit, { email, password });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.cookies;
}

/** A person with a second factor. Enrolment uses up the current 30-second code, not the next one. */
async function enrol() {
  const cookies = await signIn();
  const begun = await people.beginSecondFactor(visitWith(cookies), password);
  if (!begun.ok) throw new Error(begun.reason);
  const on = await people.confirmSecondFactor(visitWith(cookies), authenticatorCode(begun.secret, 0));
  if (!on.ok) throw new Error(on.reason);
  return { ...begun, session: on.cookies };
}

const isMark = (cookie: string): boolean => cookie.startsWith('sluice.known_browser=');

/** The cookies of a browser that has signed in with this code. */
async function signedInWith(code: string, address: string): Promise<string[]> {
  const step = await people.passSecondFactor(visitWith(await challenge(), address), code);
  if (!step.ok) throw new Error(step.reason);
  return step.cookies;
}

/** As if the account had been opened a day ago. */
const ageAccount = () =>
  database.pool.query(`update people set created_at = now() - interval '24 hours' where email = $1`, [email]);

/** The cookies of a browser that has given the right password. */
async function challenge(): Promise<string[]> {
  const answer = await people.signIn(visit, { email, password });
  if (answer.ok || answer.reason !== 'second_factor') throw new Error('no second factor was asked for');
  return answer.cookies.filter((cookie) => !/Max-Age=0/.test(cookie));
}

describe('turning it on', () => {
  it('takes the password and a first right code, and ends the other sessions', async () => {
    const elsewhere = await signIn();
    const cookies = await signIn();
    expect(await people.beginSecondFactor(visitWith(cookies), 'wrong one')).toEqual({ ok: false, reason: 'wrong' });
    const begun = await people.beginSecondFactor(visitWith(cookies), password);
    if (!begun.ok) throw new Error(begun.reason);
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Sluice:ada/);
    expect(begun.recoveryCodes).toHaveLength(10);
    expect((await people.signIn(visit, { email, password })).ok).toBe(true);
    expect(await people.confirmSecondFactor(visitWith(cookies), '000000')).toEqual({ ok: false, reason: 'wrong' });
    expect(await people.confirmSecondFactor(visitWith(cookies), begun.recoveryCodes[0] ?? '')).toMatchObject({
      ok: false,
    });
    const on = await people.confirmSecondFactor(visitWith(cookies), ` ${authenticatorCode(begun.secret)} `);
    if (!on.ok) throw new Error(on.reason);
    expect(on.recoveryCodes).toEqual(begun.recoveryCodes);
    expect(await people.sessionOf(visitWith(on.cookies).cookie)).toMatchObject({ secondFactor: true });
    expect(await people.sessionOf(visitWith(elsewhere).cookie)).toBeUndefined();
    expect(await people.sessionOf(visitWith(cookies).cookie)).toBeUndefined();
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('Two-step sign-in is on');
  });

  const freshAt = async (cookies: string[]) => (await people.sessionOf(visitWith(cookies).cookie))?.freshAt;

  it('counts as fresh at once in a new account that had none, and not when it is turned on again', async () => {
    const { session, recoveryCodes } = await enrol();
    expect(await freshAt(session)).toEqual(expect.any(Date));
    expect((await mailsTo(database.pool, email)).at(-1)?.text).not.toContain('24 hours');
    const off = await people.endSecondFactor(visitWith(session), { password, code: recoveryCodes[0] ?? '' });
    expect(off.ok).toBe(true);
    const again = await enrol();
    expect(await freshAt(again.session)).toBeNull();
    expect(await people.sessionOf(visitWith(again.session).cookie)).toMatchObject({ codesFrom: expect.any(Date) });
    expect((await mailsTo(database.pool, email)).at(-1)?.text).toContain('For the next 24 hours');
  });

  it('in an older account, does not count as fresh for 24 hours, however often a code is passed', async () => {
    await ageAccount();
    const { session, secret } = await enrol();
    expect(await freshAt(session)).toBeNull();
    const passed = await people.passSecondFactor(visitWith(await challenge()), authenticatorCode(secret));
    if (!passed.ok) throw new Error(passed.reason);
    expect(await freshAt(passed.cookies)).toBeNull();
    const age = (interval: string) =>
      database.pool.query(`update people set second_factor_at = now() - $2::interval where email = $1`, [
        email,
        interval,
      ]);
    await age('23 hours 59 minutes');
    expect(await freshAt(passed.cookies)).toBeNull();
    await age('24 hours');
    expect(await freshAt(passed.cookies)).toEqual(expect.any(Date));
  });

  it('cannot be done over another one, so that a stolen session changes nothing', async () => {
    const { session } = await enrol();
    expect(await people.beginSecondFactor(visitWith(session), password)).toEqual({ ok: false, reason: 'unfit' });
  });

  it('keeps secret and recovery codes unreadable', async () => {
    const { secret, recoveryCodes } = await enrol();
    const { rows } = await database.pool.query('select * from second_factors');
    const stored = JSON.stringify(rows);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });
});

describe('signing in', () => {
  it('trusts nothing before the code: no cookie that was set opens a session', async () => {
    await enrol();
    const answer = await people.signIn(visit, { email, password });
    if (answer.ok || answer.reason !== 'second_factor') throw new Error('no second factor was asked for');
    expect(await people.sessionOf(visitWith(answer.cookies).cookie)).toBeUndefined();
    for (const cookie of answer.cookies) expect(cookie).not.toMatch(/sluice_session=[^;]/);
    const { rows } = await database.pool.query(
      'select from sessions s join people p on p.id = s.person_id where p.email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  it('works with a code, once, and with no other browser’s challenge', async () => {
    const { secret } = await enrol();
    const cookies = await challenge();
    const code = authenticatorCode(secret);
    expect(await people.passSecondFactor(visit, code)).toEqual({ ok: false, reason: 'expired' });
    const passed = await people.passSecondFactor(visitWith(cookies), code);
    if (!passed.ok) throw new Error(passed.reason);
    expect(await people.sessionOf(visitWith(passed.cookies).cookie)).toMatchObject({ email, secondFactor: true });
    for (const cookie of passed.cookies) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
    expect(await people.passSecondFactor(visitWith(cookies), authenticatorCode(secret, 0))).toMatchObject({
      ok: false,
    });
    expect(await people.passSecondFactor(visitWith(await challenge()), code)).toEqual({ ok: false, reason: 'wrong' });
  });

  it('one code at once in five challenges signs in once', async () => {
    const { secret } = await enrol();
    const challenges = [];
    for (let n = 0; n < 5; n += 1) challenges.push(await challenge());
    const code = authenticatorCode(secret);
    const answers = await Promise.all(challenges.map((cookies) => people.passSecondFactor(visitWith(cookies), code)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });

  it('works with a recovery code, once, and tells the owner', async () => {
    const { recoveryCodes } = await enrol();
    const code = recoveryCodes[3] ?? '';
    expect((await people.passSecondFactor(visitWith(await challenge()), code)).ok).toBe(true);
    expect(await people.passSecondFactor(visitWith(await challenge()), code)).toEqual({ ok: false, reason: 'wrong' });
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('A recovery code was used');
  });

  it('is not passed by another person’s session or code beside the challenge', async () => {
    await enrol();
    const victim = await challenge();
    email = `eve-${email}`;
    await people.signUp(shell, { name: 'Eve', email, password, emailVerified: true });
    const eve = await enrol();
    const both = visitWith([...eve.session, ...victim]);
    expect(await people.passSecondFactor(both, authenticatorCode(eve.secret))).toEqual({ ok: false, reason: 'wrong' });
  });

  it('is over after ten minutes, and after a new password', async () => {
    const { secret, recoveryCodes } = await enrol();
    const old = await challenge();
    await database.pool.query(`update verifications set expires_at = now() - interval '1 second'`);
    expect(await people.passSecondFactor(visitWith(old), authenticatorCode(secret))).toEqual({
      ok: false,
      reason: 'expired',
    });
    const begun = await challenge();
    await people.requestReset(visit, email);
    await deliverMails(database.pool, people);
    await people.resetPassword(visit, await linkToken(database.pool, email), password);
    expect(await people.passSecondFactor(visitWith(begun), recoveryCodes[0] ?? '')).toEqual({
      ok: false,
      reason: 'expired',
    });
  });

  it.each(['', 'made.up', '2fa-x.y', '%zz', 'two', '2fa-a.b%00'])('knows no challenge %o', async (value) => {
    const forged = visitWith([`sluice_two_factor=${value}`]);
    expect(await people.challengeOf(forged.cookie)).toBeUndefined();
    expect(await people.passSecondFactor(forged, '000000')).toEqual({ ok: false, reason: 'expired' });
  });

  it('knows no challenge whose signature was made elsewhere', async () => {
    const { secret } = await enrol();
    const cookies = (await challenge()).map((cookie) => cookie.replace(/(two_factor=[^.;]*)\.[^;]*/, '$1.AAAA'));
    expect(await people.passSecondFactor(visitWith(cookies), authenticatorCode(secret))).toEqual({
      ok: false,
      reason: 'expired',
    });
  });

  it('a thousand wrong codes of someone who knows the password never get in, and keep nobody out', async () => {
    const { secret, session, recoveryCodes } = await enrol();
    let judged = 0;
    let cookies = await challenge();
    for (let n = 0; n < 1_000; n += 1) {
      const step = await people.passSecondFactor(visitWith(cookies), String(n).padStart(6, '7'));
      expect(step.ok).toBe(false);
      if (!step.ok && step.reason === 'wrong') judged += 1;
      if (!step.ok && step.reason === 'throttled') time += 60_000;
      if (step.ok || step.reason !== 'expired') continue;
      time += 60_000;
      const again = await people.signIn(visitWith([], `203.0.113.${n % 250}`), { email, password });
      if (!again.ok && again.reason === 'second_factor') cookies = again.cookies;
    }
    // Attempts of an expired sign-in count too.
    expect(judged).toBeGreaterThan(30);
    expect(judged).toBeLessThanOrEqual(50);
    const subjects = (await mailsTo(database.pool, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /guess your sign-in codes/.test(subject))).toHaveLength(1);
    time += 15 * 60_000;

    const pass = async (cookies: string[], code: string, address?: string) => {
      const answer = await people.signIn(visitWith(cookies, address), { email, password });
      if (answer.ok || answer.reason !== 'second_factor') throw new Error(answer.ok ? 'no code' : answer.reason);
      const step = await people.passSecondFactor(visitWith([...answer.cookies, ...cookies], address), code);
      return step.ok ? 'signed in' : step.reason;
    };
    const guessed = [];
    for (let n = 0; n < 25; n += 1) {
      if (n % 5 === 0) cookies = await challenge();
      const step = await people.passSecondFactor(visitWith(cookies, '203.0.113.99'), `3333-3333-33${n + 10}`);
      guessed.push(step.ok ? 'signed in' : step.reason);
    }
    expect(guessed.slice(18, 22)).toEqual(['wrong', 'wrong', 'throttled', 'throttled']);
    const known = (await signedInWith(recoveryCodes[0] ?? '', '198.51.100.20')).filter(isMark);
    expect(session.filter(isMark)).toEqual([]);
    expect(await pass([], authenticatorCode(secret), '198.51.100.21')).toBe('throttled');
    expect(await pass([], recoveryCodes[1] ?? '', '198.51.100.21')).toBe('signed in');
    expect(await pass(known, authenticatorCode(secret), '198.51.100.21')).toBe('signed in');
    await people.requestLift(visit, email);
    await deliverMails(database.pool, people);
    const lift = await people.liftLimit(visit, await linkToken(database.pool, email));
    if (!lift.ok) throw new Error(lift.reason);
    await database.pool.query(`delete from verifications where value = 'used'`);
    expect(await pass(lift.cookies, authenticatorCode(secret), '198.51.100.22')).toBe('signed in');
    time += 24 * 3_600_000;
    await database.pool.query(`delete from verifications where value = 'used'`);
    expect(await pass([], authenticatorCode(secret), '198.51.100.23')).toBe('signed in');
  }, 60_000);

  it('codes are limited for each browser, and for a day for all that are strange', async () => {
    const { recoveryCodes } = await enrol();
    const known = (await signedInWith(recoveryCodes[0] ?? '', visit.address)).filter(isMark);
    /** How many of so many wrong codes are tried, with a new challenge for every five. */
    const tried = async (codes: number, own: string[] = [], address = visit.address): Promise<number> => {
      let wrong = 0;
      for (let n = 0; n < codes; n += 5) {
        const answer = await people.signIn(visitWith(own, address), { email, password });
        if (answer.ok || answer.reason === 'wrong') throw new Error('no code');
        if (answer.reason === 'throttled') continue;
        for (let m = 0; m < 5; m += 1) {
          const code = String(300_000 + n + m);
          const step = await people.passSecondFactor(visitWith([...answer.cookies, ...own], address), code);
          if (!step.ok && step.reason === 'wrong') wrong += 1;
        }
      }
      return wrong;
    };
    expect(await tried(30, known)).toBe(20);
    const perQuarter = [];
    for (let n = 0; n < 7; n += 1) {
      perQuarter.push(await tried(15, [], `203.0.113.${n}`));
      time += 15 * 60_000;
      await database.pool.query(`delete from verifications where value = 'used'`);
    }
    expect(perQuarter).toEqual([10, 10, 10, 10, 10, 0, 0]);
  });
});

describe('passing it again', () => {
  const freshAt = async (cookies: string[]) => (await people.sessionOf(visitWith(cookies).cookie))?.freshAt;

  /** A session that began with a code, a day after enrolling, and is too old to be fresh. */
  async function staleSession() {
    const { secret, recoveryCodes } = await enrol();
    await database.pool.query(`update people set second_factor_at = now() - interval '24 hours' where email = $1`, [
      email,
    ]);
    const passed = await people.passSecondFactor(visitWith(await challenge()), recoveryCodes[0] ?? '');
    if (!passed.ok) throw new Error(passed.reason);
    expect(await freshAt(passed.cookies)).toEqual(expect.any(Date));
    await database.pool.query(`update sessions set second_factor_at = now() - interval '11 minutes'`);
    return { secret, recoveryCodes, cookies: passed.cookies };
  }

  it('makes it fresh in this session only, with a code that works once', async () => {
    const { secret, cookies } = await staleSession();
    const used = authenticatorCode(secret);
    const elsewhere = await people.passSecondFactor(visitWith(await challenge()), used);
    if (!elsewhere.ok) throw new Error(elsewhere.reason);
    const [before, other] = [await freshAt(cookies), await freshAt(elsewhere.cookies)];
    expect(await people.passAgain(visitWith(cookies), used)).toEqual({ ok: false, reason: 'wrong' });
    expect(await people.passAgain(visitWith(cookies), '000000')).toEqual({ ok: false, reason: 'wrong' });
    expect(await freshAt(cookies)).toEqual(before);
    await database.pool.query(`delete from verifications where value = 'used'`);
    expect(await people.passAgain(visitWith(cookies), used)).toEqual({ ok: true });
    expect((await freshAt(cookies))?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(await freshAt(elsewhere.cookies)).toEqual(other);
  });

  it('takes a recovery code, typed in capitals and without dashes', async () => {
    const { recoveryCodes, cookies } = await staleSession();
    const typed = (recoveryCodes[1] ?? '').toUpperCase().replaceAll('-', ' ');
    expect(await people.passAgain(visitWith(cookies), typed)).toEqual({ ok: true });
    expect(await people.passAgain(visitWith(cookies), typed)).toEqual({ ok: false, reason: 'wrong' });
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('A recovery code was used');
  });

  it('is limited like the code of a sign-in', async () => {
    const { cookies, secret } = await staleSession();
    for (let n = 0; n < 20; n += 1) await people.passAgain(visitWith(cookies), '000000');
    expect(await people.passAgain(visitWith(cookies), authenticatorCode(secret))).toMatchObject({
      ok: false,
      reason: 'throttled',
    });
  });

  it('is not for a new one, nor without one, nor without a session', async () => {
    const cookies = await signIn();
    expect(await people.passAgain(visitWith(cookies), '000000')).toEqual({ ok: false, reason: 'unfit' });
    await ageAccount();
    const { session, secret } = await enrol();
    expect(await people.passAgain(visitWith(session), authenticatorCode(secret))).toEqual({ ok: false, reason: 'new' });
    expect(await people.passAgain(visitWith(cookies), authenticatorCode(secret))).toEqual({
      ok: false,
      reason: 'signed_out',
    });
  });

  it('is asked for again after the password was changed: the new session has passed nothing', async () => {
    const { cookies } = await staleSession();
    const changed = await people.changePassword(visitWith(cookies), { present: password, next: `${password}!` });
    if (!changed.ok) throw new Error(changed.reason);
    expect(await people.sessionOf(visitWith(changed.cookies).cookie)).toMatchObject({
      secondFactor: true,
      freshAt: null,
    });
  });
});

describe('turning it off, and new recovery codes', () => {
  it('take the password and a code', async () => {
    const { secret, session, recoveryCodes } = await enrol();
    const own = visitWith(session);
    for (const proof of [
      { password: 'wrong one', code: authenticatorCode(secret) },
      { password, code: '000000' },
      { password, code: '' },
    ]) {
      expect(await people.endSecondFactor(own, proof)).toEqual({ ok: false, reason: 'wrong' });
      expect(await people.renewRecoveryCodes(own, proof)).toEqual({ ok: false, reason: 'wrong' });
    }
    const renewed = await people.renewRecoveryCodes(own, { password, code: authenticatorCode(secret) });
    if (!renewed.ok) throw new Error(renewed.reason);
    expect(await people.endSecondFactor(own, { password, code: recoveryCodes[0] ?? '' })).toMatchObject({ ok: false });
    const off = await people.endSecondFactor(own, { password, code: renewed.recoveryCodes[0] ?? '' });
    if (!off.ok) throw new Error(off.reason);
    expect(await people.sessionOf(visitWith(off.cookies).cookie)).toMatchObject({ secondFactor: false });
    expect((await people.signIn(visit, { email, password })).ok).toBe(true);
    expect(await people.endSecondFactor(visitWith(off.cookies), { password, code: '000000' })).toEqual({
      ok: false,
      reason: 'unfit',
    });
    expect((await mailsTo(database.pool, email)).slice(-3).map((mail) => mail.subject)).toEqual([
      'New recovery codes',
      'A recovery code was used',
      'Two-step sign-in is off',
    ]);
  });

  it('are nobody’s without a session', async () => {
    await enrol();
    const halfway = visitWith(await challenge());
    const refused = { ok: false, reason: 'signed_out' };
    expect(await people.endSecondFactor(halfway, { password, code: '000000' })).toEqual(refused);
    expect(await people.renewRecoveryCodes(halfway, { password, code: '000000' })).toEqual(refused);
    expect(await people.beginSecondFactor(halfway, password)).toEqual(refused);
    expect(await people.confirmSecondFactor(halfway, '000000')).toEqual(refused);
  });
});

it('outlives a change of the service’s secret', async () => {
  const { secret } = await enrol();
  const next = `${testSecret} of next year`;
  const changed = createTestPeople(database.pool, { secrets: [next, testSecret] });
  await changed.reseal();
  people = createTestPeople(database.pool, { secrets: [next] });
  expect((await people.passSecondFactor(visitWith(await challenge()), authenticatorCode(secret))).ok).toBe(true);
});

describe('a lost one', () => {
  let personId: string;
  let factor: Awaited<ReturnType<typeof enrol>>;
  const administrator = (id: string): PersonActor => ({ ...operator(), personId: id });
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  const kept = async () => (await database.pool.query('select * from second_factor_resets')).rows;
  /** Until the one reset takes effect. */
  const hoursLeft = async (): Promise<number> => ((await kept())[0].effective_at.getTime() - Date.now()) / 3_600_000;
  /** Sign-ins that wait for a code. */
  const challenges = async (): Promise<number> =>
    (await database.pool.query('select from verifications where value = $1', [personId])).rows.length;
  const isOn = async () =>
    (await database.pool.query('select second_factor as on from people where id = $1', [personId])).rows[0].on;
  const dueNow = () => database.pool.query('update second_factor_resets set effective_at = now()');
  const finish = () => run((tx) => finishReset(job, tx, personId));

  beforeEach(async () => {
    factor = await enrol();
    personId = (await database.pool.query('select id from people where email = $1', [email])).rows[0].id;
    for (const id of ['first', 'second']) {
      await database.pool.query(
        `insert into people (id, name, email, email_verified) values ($1, $1, $1 || '@example.com', true)
         on conflict do nothing`,
        [id],
      );
      await run((tx) => insertMember(tx, serviceHolderId, id, 'administrator')).catch(() => undefined);
    }
    await database.pool.query('delete from second_factor_resets');
  });

  it('is reset by two administrators, a day after the second has agreed', async () => {
    await run((tx) => requestReset(administrator('first'), tx, email, 'Lost phone'));
    await expect(run((tx) => requestReset(administrator('second'), tx, email, 'x'))).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await expect(run((tx) => agreeToReset(administrator('first'), tx, personId))).rejects.toMatchObject({
      code: 'forbidden',
    });
    await finish();
    expect(await isOn()).toBe(true);
    await run((tx) => agreeToReset(administrator('second'), tx, personId));
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('Your two-step sign-in will be reset');
    expect(await hoursLeft()).toBeGreaterThan(23);
    await finish();
    expect(await isOn()).toBe(true);
    await challenge();
    expect(await challenges()).toBe(1);
    await dueNow();
    await finish();
    await finish();
    expect([await isOn(), await kept(), await challenges()]).toEqual([false, [], 0]);
    expect(await people.sessionOf(visitWith(factor.session).cookie)).toBeUndefined();
    expect((await people.signIn(visit, { email, password })).ok).toBe(true);
    const { rows } = await database.pool.query(
      `select after ->> 'step' as step from audit_log where action = 'second_factors.reset' and object_id = $1 order by id`,
      [personId],
    );
    expect(rows.map(({ step }) => step)).toEqual(['requested', 'agreed', 'done']);
  });

  it.each([
    ['the factor', () => authenticatorCode(factor.secret)],
    ['a recovery code', () => factor.recoveryCodes[0] as string],
  ])('is not lost when %s is used meanwhile', async (_, codeOf) => {
    await run((tx) => requestReset(administrator('first'), tx, email, 'Lost phone'));
    await run((tx) => agreeToReset(administrator('second'), tx, personId));
    expect((await people.passSecondFactor(visitWith(await challenge()), codeOf())).ok).toBe(true);
    expect(await kept()).toEqual([]);
    const { rows } = await database.pool.query(
      `select after ->> 'change' as change from audit_log where actor_id = $1 and action = 'account.change_second_factor'
       order by id desc limit 1`,
      [personId],
    );
    expect(rows).toEqual([{ change: 'reset_stopped' }]);
    await finish();
    expect(await isOn()).toBe(true);
  });

  it('can be called off, but not decided by the person; at the shell one is enough where there are no two', async () => {
    await run((tx) => requestReset(administrator('first'), tx, email, 'Lost phone'));
    for (const step of [agreeToReset, cancelReset]) {
      await expect(run((tx) => step(administrator(personId), tx, personId))).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    await run((tx) => cancelReset(administrator('first'), tx, personId));
    expect(await kept()).toEqual([]);
    await expect(run((tx) => requestReset(shell, tx, email, 'x'))).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(run((tx) => requestReset(shell, tx, 'nobody@example.com', 'x'))).rejects.toMatchObject({
      details: [{ field: 'email', message: 'does not belong to an account with two-step sign-in' }],
    });
    await database.pool.query(`delete from members where person_id = 'second'`);
    // An administrator who lost their own factor is none of two others.
    await run((tx) => insertMember(tx, serviceHolderId, personId, 'administrator'));
    await expect(run((tx) => requestReset(administrator('first'), tx, email, 'x'))).rejects.toMatchObject({
      message: expect.stringContaining('command line'),
    });
    await run((tx) => requestReset(shell, tx, email, 'Lost phone'));
    expect(await kept()).toMatchObject([{ requested_by: null }]);
    expect(await hoursLeft()).toBeGreaterThan(23);
  });
});
