import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasskeyDevice, type PasskeyDevice } from '../../../tests/fixtures/passkey-device.ts';
import {
  authenticatorCode,
  createAda,
  mailsTo,
  testPassword as password,
  turnOnSecondFactor,
  visitWith,
} from '../../../tests/fixtures/people.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from './passkey-ceremony.ts';
import { passkeysMax } from './passkeys.ts';
import { deletePerson, lockPersonToErase } from './people.repository.ts';
import type { People } from './people.ts';

let database: TestDatabase;
let people: People;
let email: string;
let personId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ people, email, personId } = await createAda(database.pool, () => 0));
});
afterAll(() => database.drop());

const proof = { password, code: '' };
const refused = (reason: string) => ({ ok: false, reason });

async function signIn(): Promise<string[]> {
  const answer = await people.signIn(visitWith(), { email, password });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.cookies;
}

async function begin(cookies: string[], given = proof): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const begun = await people.beginPasskey(visitWith(cookies), given);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.options;
}

async function addWith(cookies: string[], given = proof): Promise<{ device: PasskeyDevice; id: string }> {
  const device = createPasskeyDevice();
  const added = await people.addPasskey(visitWith(cookies), ' Laptop ', device.create(await begin(cookies, given)));
  if (!added.ok) throw new Error(added.reason);
  return { device, id: added.passkey.id };
}

async function ask(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const asked = await people.askForPasskey(visitWith());
  if (!asked.ok) throw new Error(asked.reason);
  return asked.options;
}

const signInWith = async (device: PasskeyDevice, ...faults: Parameters<PasskeyDevice['use']>[1][]) =>
  people.signInWithPasskey(visitWith(), device.use(await ask(), ...faults));

async function sessionWith(device: PasskeyDevice) {
  const answer = await signInWith(device);
  if (!answer.ok) throw new Error(answer.reason);
  return { cookies: answer.cookies, session: await people.sessionOf(visitWith(answer.cookies).cookie) };
}

const change = (sql: string) => database.pool.query(sql, [personId]);
const ageAccount = () => change(`update people set created_at = now() - interval '24 hours' where id = $1`);

describe('adding a passkey', () => {
  it('takes the password, and is listed, audited and mailed', async () => {
    const cookies = await signIn();
    expect(await people.beginPasskey(visitWith(cookies), { ...proof, password: 'wrong one' })).toEqual(
      refused('wrong'),
    );
    const { id } = await addWith(cookies);
    const listed = { id, name: 'Laptop', createdAt: expect.any(Date), lastUsedAt: null };
    expect(await people.passkeysOf(visitWith(cookies))).toEqual([listed]);
    expect((await mailsTo(database.pool, email)).map(({ subject }) => subject)).toEqual(['A passkey was added']);
    const { rows } = await change(`select before, after from audit_log
      where actor_id = $1 and action = 'account.change_passkeys'`);
    expect(rows).toEqual([{ before: { passkey: null }, after: { passkey: 'Laptop' } }]);
  });

  it('takes a code as well where two-step sign-in is on', async () => {
    const { secret, cookies } = await turnOnSecondFactor(people, email);
    expect(await people.beginPasskey(visitWith(cookies), proof)).toEqual(refused('wrong'));
    await addWith(cookies, { password, code: authenticatorCode(secret) });
  });

  it('answers a challenge once, in the session that asked for it, and in time', async () => {
    const cookies = await signIn();
    const device = createPasskeyDevice();
    const first = device.create(await begin(cookies));
    expect(await people.addPasskey(visitWith(await signIn()), 'Laptop', first)).toEqual(refused('expired'));
    expect(await people.addPasskey(visitWith(cookies), 'Laptop', first)).toMatchObject({ ok: true });
    expect(await people.addPasskey(visitWith(cookies), 'Laptop', first)).toEqual(refused('expired'));
    const late = createPasskeyDevice().create(await begin(cookies));
    await change(`update verifications set expires_at = now() where value = $1`);
    expect(await people.addPasskey(visitWith(cookies), 'Laptop', late)).toEqual(refused('expired'));
    expect(await people.passkeysOf(visitWith(cookies))).toHaveLength(1);
  });

  it('keeps a challenge unreadable, and ends it with a new password', async () => {
    const cookies = await signIn();
    const options = await begin(cookies);
    const { rows } = await change('select * from verifications where value = $1');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(options.challenge);
    await people.changePassword(visitWith(cookies), { present: password, next: 'a whole new password' });
    expect((await change('select * from verifications where value = $1')).rows).toEqual([]);
  });

  it.each([
    ['of another site', { origin: 'https://pay.example.com' }],
    ['for another host', { host: 'pay.example.com' }],
    ['of an unverified person', { isVerified: false }],
  ])('refuses an answer %s', async (_name, faults) => {
    const cookies = await signIn();
    const made = createPasskeyDevice().create(await begin(cookies), faults);
    expect(await people.addPasskey(visitWith(cookies), 'Laptop', made)).toEqual(refused('wrong'));
    expect(await people.passkeysOf(visitWith(cookies))).toEqual([]);
  });

  it('needs a name, and a passkey that nobody has', async () => {
    const cookies = await signIn();
    const device = createPasskeyDevice();
    for (const name of [' ', 'x'.repeat(101)])
      expect(await people.addPasskey(visitWith(cookies), name, device.create(await begin(cookies)))).toEqual(
        refused('name'),
      );
    expect(await people.addPasskey(visitWith(cookies), 'One', device.create(await begin(cookies)))).toMatchObject({
      ok: true,
    });
    const again = await begin(cookies);
    expect(again.excludeCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal'] }]);
    expect(await people.addPasskey(visitWith(cookies), 'Two', device.create(again))).toEqual(refused('known'));
  });

  it(`is possible ${passkeysMax} times, also at once`, async () => {
    const cookies = await signIn();
    await database.pool.query(
      `insert into passkeys (id, person_id, credential_id, public_key, counter, transports, name, fresh_from)
       select $1 || n, $1, $1 || n, '', 0, '{}', 'Old', now() from generate_series(2, $2::int) n`,
      [personId, passkeysMax],
    );
    const options = [await begin(cookies), await begin(cookies)];
    const adding = options.map((one) =>
      people.addPasskey(visitWith(cookies), 'Last', createPasskeyDevice().create(one)),
    );
    const reasons = (await Promise.all(adding)).map((one) => (one.ok ? 'ok' : one.reason));
    expect(reasons.sort()).toEqual(['full', 'ok']);
    expect(await people.beginPasskey(visitWith(cookies), proof)).toEqual(refused('full'));
    expect(await people.passkeysOf(visitWith(cookies))).toHaveLength(passkeysMax);
  });
});

describe('signing in with a passkey', () => {
  it('begins a session that counts as fresh, without a code', async () => {
    const { secret, cookies: first } = await turnOnSecondFactor(people, email);
    const { device, id } = await addWith(first, { password, code: authenticatorCode(secret) });
    const { cookies, session } = await sessionWith(device);
    expect(session).toMatchObject({ personId, email, secondFactor: true, freshAt: expect.any(Date) });
    expect(await people.passkeysOf(visitWith(cookies))).toMatchObject([{ id, lastUsedAt: expect.any(Date) }]);
    const { rows } = await change(`select count(*)::int as entries from audit_log
      where actor_id = $1 and action = 'account.sign_in'`);
    expect(rows).toEqual([{ entries: 2 }]);
  });

  it('counts as fresh 24 hours after it was added, in an older account without two-step sign-in', async () => {
    await ageAccount();
    const { device } = await addWith(await signIn());
    expect((await mailsTo(database.pool, email)).at(-1)?.text).toContain('For the next 24 hours');
    expect((await sessionWith(device)).session?.freshAt).toBeNull();
    await change(`update passkeys set fresh_from = fresh_from - interval '24 hours' where person_id = $1`);
    const { cookies } = await sessionWith(device);
    expect((await people.sessionOf(visitWith(cookies).cookie))?.freshAt).toEqual(expect.any(Date));
  });

  it('answers a challenge once, and in time', async () => {
    const { device } = await addWith(await signIn());
    const answer = device.use(await ask());
    expect(await people.signInWithPasskey(visitWith(), answer)).toMatchObject({ ok: true });
    expect(await people.signInWithPasskey(visitWith(), answer)).toEqual(refused('expired'));
    const late = await ask();
    await database.pool.query(`update verifications set expires_at = now() where value = ''`);
    expect(await people.signInWithPasskey(visitWith(), device.use(late))).toEqual(refused('expired'));
    await people.purgeOld();
    expect(
      (await database.pool.query(`select 1 from verifications where identifier like 'passkey:use:%'`)).rows,
    ).toEqual([]);
  });

  it('uses a challenge up with a wrong answer, and never takes one for adding', async () => {
    const cookies = await signIn();
    const { device } = await addWith(cookies);
    const options = await ask();
    const stranger = createPasskeyDevice().use(options);
    expect(await people.signInWithPasskey(visitWith(), stranger)).toEqual(refused('wrong'));
    expect(await people.signInWithPasskey(visitWith(), device.use(options))).toEqual(refused('expired'));
    const { challenge } = await begin(cookies);
    expect(await people.signInWithPasskey(visitWith(), device.use({ challenge }))).toEqual(refused('expired'));
  });

  it.each([
    ['of another site', { origin: 'https://pay.example.com' }],
    ['for another host', { host: 'pay.example.com' }],
    ['of an unverified person', { isVerified: false }],
    ['that names someone else', { userHandle: 'c29tZW9uZQ' }],
    ['with a count that did not grow', { counter: 1 }],
  ])('refuses an answer %s', async (_name, faults) => {
    const { device } = await addWith(await signIn());
    await sessionWith(device);
    expect(await signInWith(device, faults)).toEqual(refused('wrong'));
  });

  it('is refused like an unknown passkey before the address is confirmed and after the person is erased', async () => {
    const { device } = await addWith(await signIn());
    await change('update people set email_verified = false where id = $1');
    expect(await signInWith(device)).toEqual(refused('wrong'));
    await change('update people set email_verified = true where id = $1');
    await sessionWith(device);
    await inTransaction(database.db, async (tx) => {
      const person = await lockPersonToErase(tx, personId);
      if (person !== undefined) await deletePerson(tx, person);
    });
    expect(await signInWith(device)).toEqual(refused('wrong'));
    expect((await change('select 1 from passkeys where person_id = $1')).rows).toEqual([]);
  });

  it('has a limit for each address', async () => {
    const { device } = await addWith(await signIn());
    const answer = device.use({ challenge: 'unknown' });
    const from = (address: string) => people.signInWithPasskey(visitWith([], address), answer);
    for (let n = 0; n < 200; n += 1) expect(await from('192.0.2.1')).toEqual(refused('expired'));
    expect(await from('192.0.2.1')).toMatchObject(refused('throttled'));
    expect(await from('198.51.100.1')).toEqual(refused('expired'));
  });
});

describe('confirming with a passkey in a session under way', () => {
  it('makes it fresh, with a passkey of one’s own', async () => {
    const cookies = await signIn();
    const { device } = await addWith(cookies);
    const freshAt = async () => (await people.sessionOf(visitWith(cookies).cookie))?.freshAt;
    const other = await createAda(database.pool, () => 0);
    const theirs = await other.people.signIn(visitWith(), { email: other.email, password });
    if (!theirs.ok) throw new Error(theirs.reason);
    const visit = visitWith(theirs.cookies);
    expect(await people.passAgainWithPasskey(visit, device.use(await ask()))).toEqual(refused('wrong'));
    expect(await freshAt()).toBeNull();
    expect(await people.passAgainWithPasskey(visitWith(cookies), device.use(await ask()))).toEqual({ ok: true });
    expect(await freshAt()).toEqual(expect.any(Date));
  });

  it('does nothing while the passkey still waits', async () => {
    await ageAccount();
    const cookies = await signIn();
    const { device } = await addWith(cookies);
    expect(await people.passAgainWithPasskey(visitWith(cookies), device.use(await ask()))).toEqual(refused('new'));
    expect((await people.sessionOf(visitWith(cookies).cookie))?.freshAt).toBeNull();
  });
});

describe('removing a passkey', () => {
  it('takes the password, ends the other sessions and what was fresh by it, and is audited and mailed', async () => {
    const { device, id } = await addWith(await signIn());
    const elsewhere = await signIn();
    const { cookies } = await sessionWith(device);
    const visit = visitWith(cookies);
    expect(await people.removePasskey(visit, id, { ...proof, password: 'wrong one' })).toEqual(refused('wrong'));
    expect(await people.removePasskey(visit, id, proof)).toEqual({ ok: true });
    expect(await people.sessionOf(visit.cookie)).toMatchObject({ personId, freshAt: null });
    expect(await people.sessionOf(visitWith(elsewhere).cookie)).toBeUndefined();
    expect(await signInWith(device)).toEqual(refused('wrong'));
    expect((await mailsTo(database.pool, email)).at(-1)?.subject).toBe('A passkey was removed');
    const { rows } = await change(`select before, after from audit_log
      where actor_id = $1 and action = 'account.change_passkeys' order by id desc limit 1`);
    expect(rows).toEqual([{ before: { passkey: 'Laptop' }, after: { passkey: null } }]);
  });

  it('is refused for someone else’s', async () => {
    const { device, id } = await addWith(await signIn());
    const other = await createAda(database.pool, () => 0);
    const theirs = await other.people.signIn(visitWith(), { email: other.email, password });
    if (!theirs.ok) throw new Error(theirs.reason);
    expect(await people.removePasskey(visitWith(theirs.cookies), id, proof)).toEqual(refused('unknown'));
    await sessionWith(device);
  });
});
