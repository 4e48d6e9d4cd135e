/** Changes to a person's own account are audited; a sign-in from a known browser is not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticatorCode, createTestPeople, testWindows, visitWith } from '../../../tests/fixtures/people.ts';
import { shell } from '../../../tests/support/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';

const password = 'correct horse battery';
const email = 'ada@example.com';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function entries(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    'select action, actor_kind, actor_id, holder_id, object_id, after from audit_log order by id',
  );
  return rows;
}

it('a sign-in with a new browser, and each change of the second factor', async () => {
  const people = createTestPeople(database.pool, { newWindow: testWindows(() => 0) });
  const personId = (await people.signUp(shell, { name: 'Ada', email, password, emailVerified: true })).personId;
  const own = { actor_kind: 'person', actor_id: personId, holder_id: null, object_id: personId };
  const signIn = (cookies: string[] = []) => people.signIn(visitWith(cookies), { email, password });

  const first = await signIn();
  if (!first.ok) throw new Error(first.reason);
  const signedIn = { ...own, action: 'account.sign_in' };
  expect(await entries()).toMatchObject([signedIn]);
  await signIn(first.cookies);
  expect(await entries()).toHaveLength(1);
  expect(await people.signIn(visitWith(), { email, password: 'another one' })).toMatchObject({ ok: false });
  expect(await entries()).toHaveLength(1);

  const begun = await people.beginSecondFactor(visitWith(first.cookies), password);
  if (!begun.ok) throw new Error(begun.reason);
  expect(await entries()).toHaveLength(1);
  const on = await people.confirmSecondFactor(visitWith(first.cookies), authenticatorCode(begun.secret, 0));
  if (!on.ok) throw new Error(on.reason);
  const changed = { ...own, action: 'account.change_second_factor' };
  expect((await entries()).slice(1)).toMatchObject([{ ...changed, after: { secondFactor: true, change: 'on' } }]);
  const proof = { password, code: begun.recoveryCodes[0] ?? '' };
  expect(await people.endSecondFactor(visitWith(on.cookies), { ...proof, code: '000000' })).toMatchObject({
    ok: false,
  });
  expect(await entries()).toHaveLength(2);
  expect(await people.endSecondFactor(visitWith(on.cookies), proof)).toMatchObject({ ok: true });
  expect((await entries()).slice(2)).toMatchObject([{ ...changed, after: { secondFactor: false, change: 'off' } }]);
});

it('passing the second factor again, in a session under way', async () => {
  const people = createTestPeople(database.pool, { newWindow: testWindows(() => 0) });
  const own = { name: 'Cy', email: 'cy@example.com', password };
  const { personId } = await people.signUp(shell, { ...own, emailVerified: true });
  const first = await people.signIn(visitWith(), own);
  if (!first.ok) throw new Error(first.reason);
  const begun = await people.beginSecondFactor(visitWith(first.cookies), password);
  if (!begun.ok) throw new Error(begun.reason);
  const on = await people.confirmSecondFactor(visitWith(first.cookies), authenticatorCode(begun.secret, 0));
  if (!on.ok) throw new Error(on.reason);
  const visit = visitWith(on.cookies);
  const left = (await entries()).length;
  await database.pool.query(`update people set second_factor_at = now() - interval '24 hours' where id = $1`, [
    personId,
  ]);
  expect(await people.passAgain(visit, '000000')).toMatchObject({ ok: false });
  expect(await entries()).toHaveLength(left);
  expect(await people.passAgain(visit, authenticatorCode(begun.secret))).toEqual({ ok: true });
  expect((await entries()).slice(left)).toMatchObject([
    { action: 'account.pass_second_factor', actor_id: personId, object_id: personId },
  ]);
});

it('a second factor is not turned on when its entry can’t be written', async () => {
  const people = createTestPeople(database.pool, { newWindow: testWindows(() => 0) });
  const own = { name: 'Eve', email: 'eve@example.com', password };
  await people.signUp(shell, { ...own, emailVerified: true });
  const first = await people.signIn(visitWith(), own);
  if (!first.ok) throw new Error(first.reason);
  const visit = visitWith(first.cookies);
  const begun = await people.beginSecondFactor(visit, password);
  if (!begun.ok) throw new Error(begun.reason);
  const isOn = async () => (await people.sessionOf(visit.cookie))?.secondFactor;

  await database.owner.query('alter table audit_log rename to audit_log_away');
  try {
    await expect(people.confirmSecondFactor(visit, authenticatorCode(begun.secret, 0))).rejects.toThrow();
  } finally {
    await database.owner.query('alter table audit_log_away rename to audit_log');
  }
  expect(await isOn()).toBe(false);
});
