import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPeople, testSecret, visitWith } from '../../../tests/fixtures/people.ts';
import { shell } from '../../../tests/support/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createHashQueue } from './hash-queue.ts';
import { customerOf } from './people.repository.ts';
import type { People } from './people.ts';

const visit = visitWith();
const ada = { name: 'Ada Customer', email: 'Ada@example.com', password: 'correct horse battery', emailVerified: true };

let database: TestDatabase;
let people: People;

const cookieHeader = (cookies: string[]): string => cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');

beforeAll(async () => {
  database = await createTestDatabase();
  people = createTestPeople(database.pool);
  await people.signUp(shell, ada);
});
afterAll(() => database.drop());

describe('people', () => {
  it('signs in with the right password, whatever the case of the address, and knows the session', async () => {
    const signIn = await people.signIn(visit, { email: 'ada@EXAMPLE.com', password: ada.password });
    if (!signIn.ok) throw new Error('was not signed in');
    expect(signIn).toMatchObject({ name: 'Ada Customer', email: 'ada@example.com' });
    for (const cookie of signIn.cookies) {
      expect(cookie).toMatch(/^sluice[._]/);
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).not.toMatch(/Secure/i);
      // Only the known-browser cookie outlives the browser; it grants no access.
      if (!cookie.startsWith('sluice.known_browser=')) expect(cookie).not.toMatch(/Max-Age/i);
    }
    const session = await people.sessionOf(cookieHeader(signIn.cookies));
    expect(session).toEqual({
      personId: signIn.personId,
      name: 'Ada Customer',
      language: null,
      email: 'ada@example.com',
      secondFactor: false,
      ownFactor: false,
      account: null,
      codesFrom: null,
      sessionId: expect.any(String),
      freshAt: null,
    });
    const { rows } = await database.pool.query('select ip_address, user_agent from sessions');
    expect(rows).toEqual([{ ip_address: '192.0.2.7', user_agent: 'Test/1' }]);
  });

  it('ends a session for good', async () => {
    const signIn = await people.signIn(visit, ada);
    if (!signIn.ok) throw new Error('was not signed in');
    const cookie = cookieHeader(signIn.cookies);
    const cleared = await people.signOut({ ...visit, cookie });
    expect(cleared.some((value) => /^sluice_session=;/.test(value))).toBe(true);
    expect(await people.sessionOf(cookie)).toBeUndefined();
  });

  it.each([
    ['a wrong password', 'ada@example.com', 'wrong password'],
    ['an unknown address', 'nobody@example.com', 'correct horse battery'],
    ['no address', 'not an address', 'correct horse battery'],
    ['nothing', '', ''],
  ])('says no more than no to %s', async (_what, email, password) => {
    expect(await people.signIn(visit, { email, password })).toEqual({ ok: false, reason: 'wrong' });
  });

  it('knows nobody by a foreign or altered cookie', async () => {
    const signIn = await people.signIn(visit, ada);
    if (!signIn.ok) throw new Error('was not signed in');
    const cookie = cookieHeader(signIn.cookies);
    expect(await people.sessionOf(undefined)).toBeUndefined();
    expect(await people.sessionOf('sluice_session=made-up.signature')).toBeUndefined();
    expect(await people.sessionOf(cookie.replace(/sluice_session=./, 'sluice_session=~'))).toBeUndefined();
    const others = createTestPeople(database.pool, { secrets: [`${testSecret}!`] });
    expect(await others.sessionOf(cookie)).toBeUndefined();
  });

  it('marks cookies Secure under https', async () => {
    const secure = createTestPeople(database.pool, { publicUrl: 'https://pay.example' });
    const signIn = await secure.signIn(visit, ada);
    if (!signIn.ok) throw new Error('was not signed in');
    for (const cookie of signIn.cookies) {
      expect(cookie).toMatch(/^__(Host-sluice_|Secure-sluice\.known_browser).*; Secure/);
      expect(cookie).toMatch(/; Path=\/;/);
      expect(cookie).not.toMatch(/; Domain/i);
    }
    expect(signIn.cookies.some((cookie) => cookie.startsWith('__Host-sluice_session='))).toBe(true);
  });

  it('refuses a taken address', async () => {
    await expect(people.signUp(shell, ada)).rejects.toThrow();
  });

  it('finds the customer a person may spend for', async () => {
    const { personId } = await people.signUp(shell, { ...ada, email: 'eve@example.com', emailVerified: false });
    expect(await customerOf(database.db, personId)).toBeUndefined();
    const { rows } = await database.pool.query(
      `insert into holders (kind, name, status) values
        ('merchant', 'Shop', 'active'), ('customer', 'Gone', 'suspended'), ('customer', 'Seen', 'active'),
        ('customer', 'Eve', 'active') returning id`,
    );
    const [shop, gone, seen, own] = rows.map((row) => row.id as bigint);
    await database.pool.query(
      `insert into members (holder_id, person_id, role) values
        ($2, $1, 'owner'), ($3, $1, 'owner'), ($4, $1, 'viewer'), ($5, $1, 'owner')`,
      [personId, shop, gone, seen, own],
    );
    expect(await customerOf(database.db, personId)).toBe(own);
  });

  it('refuses a sign-in that would wait too long for its hash, and counts nothing', async () => {
    const hashes = createHashQueue({ runningMax: 1, waitingMax: 0, refusalHoldMs: 0 });
    const busy = createTestPeople(database.pool, { hashes });
    let free = (): void => {};
    const held = hashes.run(() => new Promise<void>((resolve) => (free = resolve)));
    for (let n = 0; n < 80; n += 1) {
      await expect(busy.signIn(visit, ada)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    }
    await expect(busy.register(visit, { ...ada, email: 'new@example.com' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    free();
    await held;
    expect(await busy.signIn(visit, ada)).toMatchObject({ ok: true });
  });

  it('counts attempts at an account together, however its address is typed', async () => {
    const guessed = createTestPeople(database.pool);
    const spellings = ['ada@example.com', 'ADA@EXAMPLE.COM', ' Ada@example.com', 'aDa@eXample.com\t'];
    const guess = (n: number, address = visit.address) =>
      guessed.signIn(visitWith([], address), { email: spellings[n % 4] as string, password: 'a guess' });
    const reasons: Record<string, number> = {};
    for (let n = 0; n < 24; n += 1) {
      const answer = await guess(n);
      if (!answer.ok) reasons[answer.reason] = (reasons[answer.reason] ?? 0) + 1;
    }
    expect(reasons).toEqual({ wrong: 20, throttled: 4 });
    for (let n = 0; n < 48; n += 1) {
      const answer = await guess(n, `198.51.100.${n}`);
      if (!answer.ok) reasons[answer.reason] = (reasons[answer.reason] ?? 0) + 1;
    }
    expect(reasons).toEqual({ wrong: 60, throttled: 12 });
    const reset = (n: number) => guessed.requestReset(visitWith([], `198.51.100.${n}`), spellings[n % 4] as string);
    const asked = [];
    for (let n = 0; n < 7; n += 1) asked.push((await reset(n)).ok);
    expect(asked).toEqual([true, true, true, true, true, false, false]);
  });

  it('lets a browser that it knows keep one allowance over many sign-ins', async () => {
    const known = createTestPeople(database.pool);
    let cookies: string[] = [];
    const answers = [];
    for (let n = 0; n < 22; n += 1) {
      const answer = await known.signIn(visitWith(cookies), ada);
      answers.push(answer.ok);
      if (answer.ok) cookies = answer.cookies.filter((cookie) => cookie.startsWith('sluice.known_browser='));
    }
    // The first as a stranger, 20 of its own.
    expect(answers).toEqual([...Array(21).fill(true), false]);
  });

  it('gives a whole IPv6 /48 four allowances', async () => {
    const guessed = createTestPeople(database.pool);
    let wrong = 0;
    for (let n = 0; n < 900; n += 1) {
      const address = `2001:db8:7:${(n % 200).toString(16)}00::1`;
      const answer = await guessed.signIn(visitWith([], address), { email: `u${n}@example.com`, password: 'a guess' });
      if (!answer.ok && answer.reason === 'wrong') wrong += 1;
    }
    expect(wrong).toBe(800);
  });
});
