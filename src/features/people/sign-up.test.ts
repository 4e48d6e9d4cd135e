import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestPeople, deliverMails, linkToken, mailsTo, visitWith } from '../../../tests/fixtures/people.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import type { People, Person } from './people.ts';

const password = 'correct horse battery';
const visit = visitWith();

let database: TestDatabase;
let people: People;
let confirmed: Person[];
let count = 0;
let email: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  confirmed = [];
  people = createTestPeople(database.pool, {
    onConfirmed: async (_tx, person) => {
      confirmed.push(person);
    },
  });
  count += 1;
  email = `ada${count}@example.com`;
});
afterAll(() => database.drop());

const deliver = () => deliverMails(database.pool, people);
const register = (change: Partial<{ name: string; email: string; password: string }> = {}) =>
  people.register(visit, { name: 'Ada', email, password, ...change });
async function registerAndRead(): Promise<string> {
  await register();
  await deliver();
  return linkToken(database.pool, email);
}

describe('sign-up', () => {
  it('makes a person when the link and the password are there, once, and signs them in', async () => {
    expect(await register({ email: ` ${email.toUpperCase()} `, name: ' Ada ' })).toEqual({ ok: true });
    expect(await people.signIn(visit, { email, password })).toEqual({ ok: false, reason: 'wrong' });
    await deliver();
    const token = await linkToken(database.pool, email);
    expect(await people.isConfirmationOpen(token)).toBe(true);
    const made = await people.confirm(visit, token, password);
    if (!made.ok) throw new Error(made.reason);
    expect(confirmed).toEqual([{ personId: made.personId, name: 'Ada', email }]);
    expect(await people.sessionOf(visitWith(made.cookies).cookie)).toMatchObject({ name: 'Ada', email });
    expect(await people.confirm(visit, token, password)).toEqual({ ok: false, reason: 'expired' });
    expect(await people.isConfirmationOpen(token)).toBe(false);
    expect((await people.signIn(visit, { email, password })).ok).toBe(true);
  });

  it('of a known address answers the same, writes the same rows, and tells its owner alone', async () => {
    const token = await registerAndRead();
    await people.confirm(visit, token, password);
    const again = await register({ password: 'another password' });
    const fresh = await register({ email: `new-${email}` });
    expect(again).toEqual(fresh);
    const { rows } = await database.pool.query('select count(*)::int as n from sign_ups where email like $1', [
      `%${email}`,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
    await deliver();
    expect((await mailsTo(database.pool, email)).map((mail) => mail.subject)).toEqual([
      'Confirm your email address',
      'You already have an account',
    ]);
    expect((await people.signIn(visit, { email, password: 'another password' })).ok).toBe(false);
    expect((await people.signIn(visit, { email, password })).ok).toBe(true);
  });

  it('is not confirmed by whoever only follows the link', async () => {
    const token = await registerAndRead();
    expect(await people.confirm(visit, token, 'not the password')).toEqual({ ok: false, reason: 'wrong' });
    expect(confirmed).toEqual([]);
    expect((await people.confirm(visit, token, password)).ok).toBe(true);
  });

  it.each(['', 'x', '%', 'a'.repeat(5_000), "' or 1=1 --"])('knows no link %s', async (token) => {
    expect(await people.confirm(visit, token, password)).toEqual({ ok: false, reason: 'expired' });
  });

  it('ends after a day, and is forgotten', async () => {
    const token = await registerAndRead();
    await database.pool.query(`update sign_ups set expires_at = now() - interval '1 second' where email = $1`, [email]);
    expect(await people.confirm(visit, token, password)).toEqual({ ok: false, reason: 'expired' });
    await people.purgeOld();
    const { rows } = await database.pool.query('select from sign_ups where email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('mails a new link when asked, which ends the one before', async () => {
    const first = await registerAndRead();
    expect(await people.resendConfirmation(visit, email)).toEqual({ ok: true });
    await deliver();
    const second = await linkToken(database.pool, email);
    expect(second).not.toBe(first);
    expect((await people.confirm(visit, first, password)).ok).toBe(false);
    expect((await people.confirm(visit, second, password)).ok).toBe(true);
  });

  it('mails nobody who never signed up', async () => {
    expect(await people.resendConfirmation(visit, email)).toEqual({ ok: true });
    expect(await people.requestReset(visit, email)).toEqual({ ok: true });
    await deliver();
    expect(await mailsTo(database.pool, email)).toEqual([]);
  });

  it('confirmed twice at once makes one person', async () => {
    const token = await registerAndRead();
    const answers = await Promise.all([1, 2, 3, 4].map(() => people.confirm(visit, token, password)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(confirmed.length).toBeGreaterThan(0);
    const { rows } = await database.pool.query('select from people where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  it('two sign-ups of one address: the first confirmed counts, the other ends', async () => {
    const first = await registerAndRead();
    await register({ password: 'another password' });
    await deliver();
    const second = await linkToken(database.pool, email);
    expect((await people.confirm(visit, first, password)).ok).toBe(true);
    expect(await people.confirm(visit, second, 'another password')).toEqual({ ok: false, reason: 'expired' });
  });

  it('keeps no token and no password readable, and puts the token in the link alone', async () => {
    const token = await registerAndRead();
    const { rows } = await database.pool.query('select * from sign_ups where email = $1', [email]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|${password}`));
    const [mail] = await mailsTo(database.pool, email);
    expect(mail?.text.split(token)).toHaveLength(2);
    expect(mail?.text).toContain(`http://localhost:8080/confirm/${token}`);
    expect(mail?.subject).not.toContain(token);
  });

  it.each([
    [{ name: '  ' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ email: 'nobody' }, ['email']],
    [{ email: 'a@b' }, ['email']],
    [{ email: 'a b@example.com' }, ['email']],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, ['email']],
    [{ email: `${'a'.repeat(250)}@example.com` }, ['email']],
    [{ password: 'short' }, ['password']],
    [{ password: 'x'.repeat(129) }, ['password']],
    [{ name: '', email: '', password: '' }, ['name', 'email', 'password']],
  ])('with %o is refused', async (change, fields) => {
    expect(await register(change)).toEqual({ ok: false, reason: 'invalid', fields });
  });

  it('writes to one address five times an hour, known or not', async () => {
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push((await register()).ok);
    expect(answers).toEqual([true, true, true, true, true, false, false]);
    // Each kind of mail has a limit of its own, and so has everyone who signs up.
    expect(await people.requestReset(visit, email)).toEqual({ ok: true });
    expect(await people.resendConfirmation(visit, email)).toEqual({ ok: true });
    const owner = visitWith([], '198.51.100.1');
    const typed = { name: 'Ada', email: ` ${email.toUpperCase()}`, password };
    expect(await people.register(owner, typed)).toEqual({ ok: true });
  });
});
