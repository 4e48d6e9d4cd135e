/** Accounts that the operator opens: the link is all there is until its owner chooses a password. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPeople, mailsTo, testPublicUrl, visitWith } from '../../../tests/fixtures/people.ts';
import { job, shell } from '../../../tests/support/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import type { People } from './people.ts';

const visit = visitWith();
const password = 'correct horse battery';
let database: TestDatabase;
let people: People;

beforeAll(async () => {
  database = await createTestDatabase();
  // As the command has: the link does not depend on the secret.
  people = createTestPeople(database.pool, { secrets: ['another-secret-of-more-than-32-characters'] });
});
afterAll(() => database.drop());

const tokenOf = (link: string | undefined): string => link?.replace(`${testPublicUrl}/reset-password/`, '') ?? '';

it('its owner chooses a password by the link, once, and signs in with it', async () => {
  const opened = await people.openAccount(shell, { name: 'Ada', email: ' Ada@Example.com ', mailed: false });
  expect(opened).toMatchObject({ email: 'ada@example.com', link: expect.stringMatching(/\/reset-password\/\w{32,}$/) });
  expect(await mailsTo(database.pool, 'ada@example.com')).toEqual([]);
  const service = createTestPeople(database.pool);
  const token = tokenOf(opened.link);
  expect(await service.isResetOpen(token)).toBe(true);
  expect(await service.resetPassword(visit, token, password)).toEqual({ ok: true });
  expect(await service.resetPassword(visit, token, 'another password')).toMatchObject({ ok: false });
  expect((await service.signIn(visit, { email: 'ada@example.com', password })).ok).toBe(true);

  expect(await people.openAccount(shell, { name: 'Eve', email: 'ada@example.com', mailed: true })).toEqual({
    ...opened,
    link: undefined,
  });
  expect((await service.signIn(visit, { email: 'ada@example.com', password })).ok).toBe(true);
});

it('a second link may be made until then, ends the first, and is mailed if asked for', async () => {
  const given = { name: 'Bo', email: 'bo@example.com', mailed: true };
  const first = await people.openAccount(shell, { ...given, mailed: false });
  const second = await people.openAccount(shell, given);
  expect(second.personId).toBe(first.personId);
  const [mail, ...others] = await mailsTo(database.pool, given.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(second.link);
  const isOpen = (link: string | undefined) => people.isResetOpen(tokenOf(link));
  expect(await Promise.all([first, second].map(({ link }) => isOpen(link)))).toEqual([false, true]);

  await people.deliver({ kind: 'reset', email: given.email });
  expect(await isOpen(second.link)).toBe(false);
});

it('only the command line opens accounts, for an address and a name', async () => {
  const given = { name: 'Cy', email: 'cy@example.com', mailed: false };
  await expect(people.openAccount(job, given)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(people.openAccount(shell, { ...given, email: 'cy' })).rejects.toThrow('"cy" is not an email address.');
  await expect(people.openAccount(shell, { ...given, name: ' ' })).rejects.toThrow('A name has 1 to 100 characters.');
});
