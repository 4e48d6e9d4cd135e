/**
 * Saved views by email (docs/contract/people.md, "Saved views"): each period once, to the person who asked, for as long as they are a
 * member, may read it and have not unsubscribed.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { switchOff } from '../../src/core/mail/mail-switches.repository.ts';
import { deleteMember, insertMember } from '../../src/features/holders/members.repository.ts';
import { mailDueViews } from '../../src/features/saved-views/view-mails.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const password = 'correct horse battery';
const publicUrl = 'https://pay.example';
const mailing = { every: 'day', time_zone: 'Europe/Athens' };
let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('mails').execute();
  await server.db.deleteFrom('exploreMails').execute();
});

type Member = { personId: string; email: string; cookie: string; holderId: bigint };

async function newMember(holderId: bigint, role: Role = 'owner'): Promise<Member> {
  count += 1;
  const person = { name: 'Ada', email: `ada${count}@example.com`, password, emailVerified: true };
  const { personId } = await server.people.signUp(shell, person);
  await inTransaction(server.db, (tx) => insertMember(tx, holderId, personId, role));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  await server.db.updateTable('people').set({ secondFactor: true }).where('id', '=', personId).execute();
  const cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
  return { personId, email: person.email, cookie, holderId };
}
const newShop = () => makeHolder(server.db, 'merchant', 'Corner Shop');

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const send = ({ cookie, holderId }: Member, method: Method, path: string, body?: object, mode = 'test') =>
  server.app.inject({
    method,
    url: `/api/v1/saved-views${path}`,
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(holderId), 'sluice-mode': mode },
    ...(body === undefined ? {} : { payload: body }),
  });

async function save(member: Member, { screen = 'explore', query = 'metric=refunds' } = {}): Promise<string> {
  const answer = await send(member, 'POST', '', { screen, name: 'Refunds <b>', query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.id;
}

/** @returns when the first mail is due. */
async function schedule(member: Member, view: string, asked: object = mailing): Promise<Date> {
  const answer = await send(member, 'PUT', `/${view}/mail`, asked);
  expect(answer.statusCode, answer.body).toBe(200);
  return new Date(answer.json().data.mail.next_at);
}

async function run(now: Date): Promise<void> {
  const failed: unknown[] = [];
  await mailDueViews(systemActor('mail_views'), { db: server.db, publicUrl }, now, (error) => failed.push(error));
  expect(failed).toEqual([]);
}
const mails = () => server.db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('id').execute();
const later = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

async function newDue() {
  const member = await newMember(await newShop());
  const view = await save(member);
  return { member, view, due: await schedule(member, view) };
}

it('come once for each period, with a link to the view of its days', async () => {
  const { member, view, due } = await newDue();
  await run(new Date(due.getTime() - 1));
  expect(await mails()).toEqual([]);
  await run(due);
  await run(later(due, 0.5));
  const day = later(due, -1).toISOString().slice(0, 10);
  expect(await mails()).toMatchObject([
    { recipient: member.email, subject: `Test: Refunds <b>: ${day}`, text: expect.stringContaining('Corner Shop') },
  ]);
  const address = `${publicUrl}/h/${member.holderId}/test/explore?from=${day}&metric=refunds&span=custom&to=${day}`;
  expect((await mails())[0]?.text).toContain(address);
  const listed = (await send(member, 'GET', '?screen=explore')).json().data;
  expect(listed).toMatchObject([{ id: view, mail: { ...mailing, next_at: expect.any(String) } }]);
  await run(later(due, 1.5));
  expect(await mails()).toHaveLength(2);
});

it('come once, however many processes run, and once after days without any', async () => {
  const { due } = await newDue();
  await Promise.all(Array.from({ length: 8 }, () => run(due)));
  expect(await mails()).toHaveLength(1);
  await run(later(due, 5));
  expect(await mails()).toHaveLength(2);
  await run(later(due, 5));
  expect(await mails()).toHaveLength(2);
});

it('come although those of another fail', async () => {
  const { due } = await newDue();
  await newDue();
  await server.db.updateTable('exploreMails').set({ nextAt: due }).execute();
  const failures: unknown[] = [];
  const broken = { db: server.db, publicUrl: Symbol('cannot be written') as never };
  await mailDueViews(systemActor('mail_views'), broken, due, (error) => failures.push(error));
  expect([failures.length, await mails()]).toEqual([2, []]);
  await run(due);
  expect(await mails()).toHaveLength(2);
});

describe('end', () => {
  it.each<[string, (of: Awaited<ReturnType<typeof newDue>>) => Promise<unknown>]>([
    ['when they are stopped', ({ member, view }) => send(member, 'DELETE', `/${view}/mail`)],
    ['with the view', ({ member, view }) => send(member, 'DELETE', `/${view}`)],
    [
      'when the person leaves',
      ({ member: { holderId, personId } }) => inTransaction(server.db, (tx) => deleteMember(tx, holderId, personId)),
    ],
    [
      'when the person unsubscribes',
      ({ member: { personId } }) => inTransaction(server.db, (tx) => switchOff(tx, personId, 'views')),
    ],
  ])('%s', async (_name, act) => {
    const made = await newDue();
    await act(made);
    await run(made.due);
    expect(await mails()).toEqual([]);
    expect(await server.db.selectFrom('exploreMails').selectAll().execute()).toEqual([]);
  });

  it('are stopped twice like once, and start again with a new wish', async () => {
    const { member, view } = await newDue();
    await inTransaction(server.db, (tx) => switchOff(tx, member.personId, 'views'));
    for (let n = 0; n < 2; n += 1) expect((await send(member, 'DELETE', `/${view}/mail`)).statusCode).toBe(200);
    await run(await schedule(member, view));
    expect(await mails()).toHaveLength(1);
  });
});

describe('are refused', () => {
  it.each([
    [{ every: 'hour', time_zone: 'UTC' }, 422],
    [{ every: 'day', time_zone: 'Mars/Base' }, 422],
    [{ every: 'day' }, 422],
  ])('with %j', async (asked, status) => {
    const member = await newMember(await newShop());
    const view = await save(member);
    expect((await send(member, 'PUT', `/${view}/mail`, asked)).statusCode).toBe(status);
    expect(await server.db.selectFrom('exploreMails').selectAll().execute()).toEqual([]);
  });

  it('of another screen, of another person, and in another mode', async () => {
    const shop = await newShop();
    const [member, other] = [await newMember(shop), await newMember(shop)];
    const orders = await save(member, { screen: 'orders' });
    expect((await send(member, 'PUT', `/${orders}/mail`, mailing)).json().error.code).toBe('invalid_state');
    const view = await save(member);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? mailing : undefined;
      expect((await send(other, method, `/${view}/mail`, body)).json().error.code).toBe('not_found');
      expect((await send(member, method, `/${view}/mail`, body, 'live')).json().error.code).toBe('not_found');
    }
  });

  it('to couriers, who have no Explore', async () => {
    const member = await newMember(await makeHolder(server.db, 'courier', 'Nina'));
    const view = await save(member);
    expect((await send(member, 'PUT', `/${view}/mail`, mailing)).json().error.code).toBe('invalid_state');
  });
});

describe('lead to', () => {
  it.each<[string, () => Promise<bigint>, Role, string]>([
    ['a company’s Explore', () => makeCompany(server.db), 'viewer', '/test/explore?'],
    ['the operator’s Explore', async () => serviceHolderId, 'viewer', '/test/operator/explore?'],
  ])('%s', async (_name, holder, role, place) => {
    const member = await newMember(await holder(), role);
    await run(await schedule(member, await save(member), { every: 'month', time_zone: 'UTC' }));
    const [mail] = await mails();
    expect(mail?.text).toContain(`${publicUrl}/h/${member.holderId}${place}`);
    expect(mail?.subject).toMatch(/\d{4}-\d{2}-01 – \d{4}-\d{2}-(28|29|30|31)$/);
  });

  it('the same in the language of a shop’s reader', async () => {
    const member = await newMember(await newShop());
    await server.db.updateTable('people').set({ language: 'de' }).where('id', '=', member.personId).execute();
    await run(await schedule(member, await save(member), { every: 'week', time_zone: 'Europe/Berlin' }));
    expect((await mails())[0]?.text).toContain('Zahlen öffnen');
  });
});
