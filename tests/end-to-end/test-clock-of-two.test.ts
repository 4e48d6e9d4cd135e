/**
 * A test clock and two servers on one database: as soon as one has answered a move, whatever the other does in that book
 * is dated by it (docs/contract/partner.md, "Test clock").
 */

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { createServer, type Server } from '../../src/app/server.ts';
import { serviceJobs } from '../../src/app/service.jobs.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { setOffset } from '../../src/features/test-clock/test-clocks.repository.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { hold } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';

const daySeconds = 86_400;

let account: TestAccount;
let other: Server;
let cookie: string;
let company: bigint;
/** With a test key: through the server that moves the clock, and through the other. */
let here: PartnerClient;
let there: PartnerClient;
let liveThere: PartnerClient;

beforeAll(async () => {
  account = await createTestAccount();
  other = await createServer({
    pool: account.pool,
    publicUrl: 'http://localhost:8080',
    secrets: account.secrets,
    logger: pino({ level: 'silent' }) as never,
    trustProxy: false,
  });
  await other.app.ready();
  const { browser, holderId } = await account.newCustomer();
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { rows } = await account.pool.query('select person_id from members where holder_id = $1', [holderId]);
  company = await makeCompany(account.db);
  await inTransaction(account.db, (tx) => insertMember(tx, company, rows[0].person_id, 'owner'));
  const pair = await makeKey(account.db, company);
  here = createPartnerClient(account.app, pair);
  there = createPartnerClient(other.app, pair);
  liveThere = createPartnerClient(other.app, await makeKey(account.db, company, 'live'));
});
afterAll(async () => {
  await other.app.close();
  await other.runner.stop();
  await account.close();
});

/** The instant of the moved clock. */
let moved: string;
async function move(seconds = daySeconds): Promise<void> {
  moved = (await here.post('/test/clock', { advance_seconds: seconds })).json().data.now;
}
beforeEach(() => move());

async function asPerson(method: 'GET' | 'POST', path: string, mode: 'test' | 'live') {
  const answer = await other.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie,
      'sluice-holder': String(company),
      'sluice-mode': mode,
      'sec-fetch-site': 'same-origin',
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

/** When the test book's last event of the type happened. */
async function dateOfEvent(type: string): Promise<string> {
  const { rows } = await account.pool.query(
    `select created_at from events where holder_id = $1 and mode = 'test' and type = $2 order by created_at desc limit 1`,
    [company, type],
  );
  return rows[0].created_at.toISOString();
}

it('an order, from the very next request on', async () => {
  for (let count = 0; count < 20; count += 1) {
    await move(60);
    const answer = await there.post('/orders', orderBody({ partner_order_ref: `order ${count}` }));
    expect(answer.json().data.created_at >= moved).toBe(true);
  }
});

it('what a member sees and does, in either mode', async () => {
  expect((await asPerson('GET', '/test/clock', 'test')).now >= moved).toBe(true);
  const link = await makeLink(account.db, company, 'courier');
  await move();
  await asPerson('POST', `/beneficiaries/${link}/end`, 'live');
  expect((await dateOfEvent('link.ended')) >= moved).toBe(true);
});

it('the events that a live key makes in the test book too', async () => {
  const invite = (seconds: number) =>
    liveThere.post('/invitations', { email: `rider${seconds}@example.com`, type: 'courier', name: 'Rider' });
  const { invitation_id: id } = (await invite(1)).json().data;
  const link = await makeLink(account.db, company, 'courier');
  await move();
  expect((await liveThere.post(`/beneficiaries/${link}/end`)).statusCode).toBe(200);
  expect((await dateOfEvent('link.ended')) >= moved).toBe(true);
  await move();
  const revoked = await liveThere.post(`/invitations/${id}/revoke`);
  expect(revoked.statusCode, revoked.body).toBe(200);
  expect((await dateOfEvent('invitation.revoked')) >= moved).toBe(true);

  const early = (await invite(2)).json().data.invitation_id;
  await account.pool.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [early]);
  await move();
  await invite(2);
  expect((await dateOfEvent('invitation.expired')) >= moved).toBe(true);
});

it('the page of a payment', async () => {
  const body = orderBody({ payment_source: 'service', partner_order_ref: 'by link' });
  const { pathname } = new URL((await there.post('/orders', body)).json().data.payment_url);
  const page = async () => (await other.app.inject({ method: 'GET', url: pathname })).body;
  expect(await page()).not.toContain('Payment link expired');
  await move(400 * daySeconds);
  expect(await page()).toContain('Payment link expired');
});

it('jobs', async () => {
  const jobs = serviceJobs({
    ...other,
    mails: undefined as never,
    retention: readConfig({}).retention,
    sealKeys: undefined,
    stopping: new AbortController().signal,
    onSeal: () => {},
    onError: (_name, error) => {
      throw error;
    },
    onUnbalanced: () => {},
    backups: undefined,
    onBackupFailed: () => {},
  });
  await jobs.run_schedules.run(systemActor('run_schedules'), undefined);
  await there.post('/orders', orderBody({ partner_order_ref: 'scheduled' }));
  await move();
  await jobs.run_schedules.run(systemActor('run_schedules'), undefined);
  const { rows } = await account.pool.query(
    `select started_at from settlements where holder_id = $1 order by id desc limit 1`,
    [company],
  );
  expect(rows[0].started_at.toISOString() >= moved).toBe(true);
});

it('no move is missed because a later one was committed first', async () => {
  const neighbor = await makeCompany(account.db);
  for (const holderId of [company, neighbor]) {
    await createPartnerClient(account.app, await makeKey(account.db, holderId)).post('/test/clock', {
      advance_seconds: 1,
    });
  }
  const offsetMs = 3_600n * BigInt(daySeconds) * 1_000n;
  const first = await hold(account.db, account.pool, (tx) => setOffset(tx, company, offsetMs));
  const second = inTransaction(account.db, (tx) => setOffset(tx, neighbor, offsetMs));
  await first.awaitedBy(second);
  await other.clock.catchUp();
  await first.commit();
  await second;
  await other.clock.catchUp();
  const aheadMs = (holderId: bigint) => other.clock.now(holderId, 'test').getTime() - Date.now();
  for (const holderId of [company, neighbor]) expect(aheadMs(holderId)).toBeGreaterThan(Number(offsetMs) - 60_000);
});
