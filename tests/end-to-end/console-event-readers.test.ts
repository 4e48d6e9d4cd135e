/**
 * docs/contract/common.md, "Events": GET /events of the people's API with `wait`. A waiting request ends at once when
 * its session or its membership does, whichever way that happens. Without a notification it would wait its 30 seconds,
 * and the test fails.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { exampleOf } from '../../src/base/schemas/example.ts';
import { appendEvents } from '../../src/core/events/append-events.ts';
import { subjectOf } from '../../src/core/ledger/subject.ts';
import { erasePerson } from '../../src/features/closing/erase-person.ts';
import { catalog } from '../../src/features/event-catalog.ts';
import { insertMember, setMemberRole } from '../../src/features/holders/members.repository.ts';
import { leaveTeam, removeMember } from '../../src/features/members/change-members.ts';
import { deleteSecondFactor } from '../../src/features/people/second-factor-resets.repository.ts';
import { password } from '../fixtures/account.ts';
import {
  type ConsoleBrowser,
  createConsoleBrowser,
  expectDone,
  expectRefused,
  ownPage,
} from '../fixtures/console-browser.ts';
import { deliverMails, linkToken } from '../fixtures/people.ts';
import { job, memberOf, operator, shell } from '../support/actors.ts';
import { makeCompany } from '../support/holders.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let holderId: bigint;
let personId: string;
let email: string;
/** Browsers of one person. */
let waiting: ConsoleBrowser;
let other: ConsoleBrowser;

beforeAll(async () => {
  server = await createTestServer({ metricsToken: 'a-token-of-more-than-32-characters-x' });
});
beforeEach(async () => {
  await untilWaiting(0);
  holderId = await makeCompany(server.db);
  email = `ada${holderId}@example.com`;
  personId = await newMember(email);
  waiting = await signedIn(email);
  other = await signedIn(email);
  // From here on notifications are heard.
  await wait(other, 'test', 0);
});
afterAll(() => server.close());

async function newMember(address: string): Promise<string> {
  const given = { name: 'Ada', email: address, password, emailVerified: true };
  const { personId: id } = await server.people.signUp(shell, given);
  await inTransaction(server.db, (tx) => insertMember(tx, holderId, id, 'viewer'));
  return id;
}

async function signedIn(address: string): Promise<ConsoleBrowser> {
  const browser = createConsoleBrowser(server.app);
  expect((await browser.signIn(address)).statusCode).toBe(200);
  return browser;
}

const wait = (browser: ConsoleBrowser, mode: Mode = 'test', seconds = 30) =>
  browser.call('GET', `/events?wait=${seconds}`, undefined, {
    ...ownPage,
    'sluice-holder': String(holderId),
    'sluice-mode': mode,
  });

async function untilWaiting(count: number): Promise<void> {
  while (!(await server.metrics?.render())?.includes(`\nsluice_event_readers_waiting ${count}\n`)) {
    // What is waited for needs its turn.
    await server.database.owner.query('select');
  }
}

async function append(mode: Mode = 'test'): Promise<void> {
  const data = exampleOf(catalog['payment.paid'].data) as never;
  const event = { type: 'payment.paid', subject: subjectOf.payment('pay_1'), data } as const;
  await inTransaction(server.db, (tx) => appendEvents({ actor: job, tx, at: new Date() }, { holderId, mode }, [event]));
  await server.positionEvents();
}

const owner = () => memberOf({ holderId, mode: 'live' });
const deps = () => ({ clock: server.clock, publicUrl: 'http://localhost', now: () => new Date() });

async function resetPassword(): Promise<void> {
  expectDone(await other.post('/password-resets', { email }));
  await deliverMails(server.database.pool, server.people);
  const token = await linkToken(server.database.pool, email);
  expectDone(await other.post('/password-resets/confirmations', { token, password: 'another horse battery' }));
}

describe('a waiting request of a person ends at once', { timeout: 20_000 }, () => {
  it.each<[string, () => Promise<unknown>, [number, string]]>([
    ['by signing out', () => waiting.call('DELETE', '/session'), [401, 'signed_out']],
    ['by ending the other sessions', () => other.call('DELETE', '/sessions'), [401, 'signed_out']],
    [
      'by a new password',
      () => server.people.setPassword(shell, personId, 'another horse battery'),
      [401, 'signed_out'],
    ],
    ['by a password reset', resetPassword, [401, 'signed_out']],
    [
      'when a lost second factor is reset',
      () => inTransaction(server.db, (tx) => deleteSecondFactor(tx, personId)),
      [401, 'signed_out'],
    ],
    [
      'when removed from the team',
      () => inTransaction(server.db, (tx) => removeMember(owner(), tx, holderId, personId)),
      [404, 'not_found'],
    ],
    [
      'when leaving the team',
      () =>
        inTransaction(server.db, (tx) => leaveTeam(memberOf({ holderId, mode: 'live' }, { personId }), tx, holderId)),
      [404, 'not_found'],
    ],
    [
      'when the person is deleted',
      () => inTransaction(server.db, (tx) => erasePerson(operator(), tx, deps(), personId, 'a letter')),
      [401, 'signed_out'],
    ],
  ])('%s; others go on', async (_how, end, [status, code]) => {
    await newMember(`grace${holderId}@example.com`);
    const colleague = wait(await signedIn(`grace${holderId}@example.com`));
    const ending = wait(waiting);
    await untilWaiting(2);
    await end();
    expectRefused(await ending, status, code);
    await append();
    expect((await colleague).json().data).toHaveLength(1);
  });
});

it('who has another role by then is shown what that role may see', { timeout: 20_000 }, async () => {
  await inTransaction(server.db, (tx) => setMemberRole(tx, holderId, personId, 'owner'));
  const ending = wait(waiting, 'live');
  await untilWaiting(1);
  await inTransaction(server.db, (tx) => setMemberRole(tx, holderId, personId, 'developer'));
  await append('live');
  const answer = await ending;
  expect(answer.json().data).toMatchObject([{ data: { payer: null } }]);
});
