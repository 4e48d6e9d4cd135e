/**
 * docs/webhooks.md, "Retries": how many deliveries are under way at once, in which order, and when a claim ends. On real
 * tables, without sending anything.
 */
import { sql as raw } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany } from '../../../tests/support/holders.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import type { PlacementAdapter } from '../../base/database/marking-dialect.ts';
import { firstTimedId, newPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { parkPending, purgeDeliveries, resendOne } from './deliveries.repository.ts';
import { type Claimed, claimDue, releaseClaims } from './delivery-queue.repository.ts';
import type { Endpoint } from './endpoint.ts';
import { findEndpoint } from './endpoints.repository.ts';
import { type KeptAttempt, keepAttempts, lockEndpoints } from './kept-attempts.repository.ts';
import { queueEvents } from './queue-events.repository.ts';
import { findResent } from './resend-events.repository.ts';
import { resendDeliveries } from './take-events.repository.ts';

let database: TestDatabase;
let holderId: bigint;

/** Has statements written as for a cluster, or not; one PostgreSQL takes both. */
function writeAsFor(cluster: boolean): void {
  (database.db.getExecutor().adapter as PlacementAdapter).isCluster = cluster;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await clear();
  holderId = await makeCompany(database.db);
});
afterAll(async () => {
  await clear();
  await database.drop();
});

async function clear(): Promise<void> {
  for (const table of ['attempts', 'deliveries', 'endpoints'])
    await database.owner.query(`delete from webhook_${table}`);
}

const sql = (statement: string, values: unknown[] = []) => database.owner.query(statement, values);

async function endpoint(count: number, { host = 'shop.example' } = {}): Promise<string> {
  const id = newPublicId('whe', holderId);
  await sql(
    `insert into webhook_endpoints (holder_id, id, mode, kind, url, host, since_position, position, due_at)
    values ($1, $2, 'test', 'endpoint', 'https://' || $3 || '/', $3, 0, 0, now())`,
    [holderId, id, host],
  );
  await add(id, count, { host });
  return id;
}

/** Deliveries that became due one after the other, a long time ago. */
async function add(id: string, count: number, { host = 'shop.example', isResend = false } = {}): Promise<void> {
  await sql(
    `insert into webhook_deliveries
      (holder_id, endpoint_id, event_id, event_type, position, host, is_resend, next_attempt_at)
    select $1, $2, case when $4 then 'old' else 'new' end || lpad(n::text, 3, '0'), 'order.created', n, $3, $4,
      now() - interval '1 hour' + n * interval '1 second'
    from generate_series(1, $5::int) n`,
    [holderId, id, host, isResend, count],
  );
}

const claim = (limit = 256): Promise<Claimed[]> => inTransaction(database.db, (tx) => claimDue(tx, limit));
const idsOf = (claimed: readonly Claimed[]): string[] => claimed.map(({ eventId }) => eventId).sort();
/** How many seconds after the claim each endpoint is looked at again. A claim lasts for 30. */
async function untilLookedAt(): Promise<number[]> {
  const { rows } = await sql(
    `select round(extract(epoch from w.due_at - min(d.claimed_until)) + 30, 2)::float8 as seconds
    from webhook_endpoints w join webhook_deliveries d on d.holder_id = w.holder_id and d.endpoint_id = w.id
    where w.holder_id = $1 group by w.id, w.due_at`,
    [holderId],
  );
  return rows.map(({ seconds }) => seconds);
}
/** A cluster's machines begin their part of a transaction one after the other. */
const about = (seconds: number): number => (onCluster ? expect.closeTo(seconds, 0) : seconds);
/** As if the time to look at it again had come. */
const comeAround = () => sql('update webhook_endpoints set due_at = now()');

const keep = (claimed: readonly Claimed[], ending: Partial<KeptAttempt> = {}): Promise<void> =>
  inTransaction(database.db, async (tx) => {
    const ids = [...new Set(claimed.map(({ endpointId }) => endpointId))];
    const keys = ids.map((id) => ({ holderId, id }));
    expect(await lockEndpoints(tx, keys, 72)).toHaveLength(ids.length);
    await keepAttempts(
      tx,
      claimed.map((one) => ({ ...attemptOf(one), ...ending })),
    );
  });
const succeed = (claimed: readonly Claimed[]): Promise<void> => keep(claimed);
const attemptOf = ({ endpointId, eventId }: Claimed): KeptAttempt => ({
  ...{ holder_id: String(holderId), endpoint_id: endpointId, event_id: eventId },
  ...{ status: 'delivered', reason: null, pause_ms: null, outcome: 'delivered', status_code: 200 },
  ...{ started_at: new Date().toISOString(), duration_ms: 1 },
  ...{ request_headers: {}, request_body: '', response_headers: {}, response_body: '' },
});

// On one PostgreSQL, and as on a cluster, where fewer statements take many endpoints.
describe.each(onCluster ? ['one by one'] : ['together', 'one by one'])('%s', (each) => {
  beforeEach(() => {
    writeAsFor(each === 'one by one');
  });

  describe('to one endpoint', () => {
    it('ten at once, the oldest first; each that ends makes room for one', async () => {
      await endpoint(15);
      const first = await claim();
      expect(idsOf(first)).toEqual(Array.from({ length: 10 }, (_, n) => `new${String(n + 1).padStart(3, '0')}`));
      await comeAround();
      expect(await claim()).toEqual([]);
      await succeed(first.slice(0, 2));
      expect(idsOf(await claim())).toEqual(['new011', 'new012']);
    });

    it('two at once when it has been failing for more than a minute', async () => {
      const id = await endpoint(5);
      const failing = (since: string) =>
        sql(`update webhook_endpoints set failing_since = now() - $2::interval where id = $1`, [id, since]);
      await failing('59 seconds');
      expect(await claim(1)).toHaveLength(1);
      await failing('61 seconds');
      await comeAround();
      expect(await claim()).toHaveLength(1);
      await comeAround();
      expect(await claim()).toEqual([]);
    });

    it('what is resent goes behind what is new', async () => {
      const id = await endpoint(8);
      await add(id, 8, { isResend: true });
      expect(idsOf(await claim()).filter((one) => one.startsWith('old'))).toEqual(['old001', 'old002']);
    });

    it('that has all it may, the next is looked for when a claim ends', async () => {
      await endpoint(15);
      await claim();
      expect(await untilLookedAt()).toEqual([about(30)]);
    });

    it('nothing before its time, and nothing that is claimed, until the claim ends', async () => {
      const id = await endpoint(2);
      await sql(`update webhook_deliveries set next_attempt_at = now() + interval '1 hour' where event_id = 'new002'`);
      expect(idsOf(await claim())).toEqual(['new001']);
      await comeAround();
      expect(await claim()).toEqual([]);
      const { rows } = await sql(
        `select extract(epoch from claimed_until - now()) > 20 as long, claimed_until < now() + interval '31 seconds' as short
        from webhook_deliveries where event_id = 'new001'`,
      );
      expect(rows).toEqual([{ long: true, short: true }]);
      // Its process died, and the lease has ended.
      await sql(
        `update webhook_deliveries set claimed_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
        where event_id = 'new001'`,
      );
      await comeAround();
      expect(await claim()).toMatchObject([{ endpointId: id, eventId: 'new001' }]);
    });
  });

  describe('what ends another way while it is attempted', () => {
    const stateOf = async (eventId: string) => {
      const { rows } = await sql(
        `select status, reason, attempts, next_attempt_at is not null as "isPlanned", claimed_until is not null as "isClaimed"
        from webhook_deliveries where event_id = $1`,
        [eventId],
      );
      return rows[0];
    };
    const refused = { status: 'pending', outcome: 'refused', status_code: 500, pause_ms: 5_000 } as const;
    const fail = (claimed: readonly Claimed[]): Promise<void> => keep(claimed, refused);

    it('is given up: it stays so when the attempt fails, and has arrived when it does', async () => {
      const id = await endpoint(2);
      const claimed = await claim();
      const ofEvent = (eventId: string) => claimed.filter((one) => one.eventId === eventId);
      await inTransaction(database.db, (tx) => parkPending(tx, { holderId, id }, 'endpoint_deleted'));
      await fail(ofEvent('new001'));
      await succeed(ofEvent('new002'));
      const ended = { attempts: 1, isPlanned: false, isClaimed: false };
      expect(await stateOf('new001')).toEqual({ ...ended, status: 'parked', reason: 'endpoint_deleted' });
      expect(await stateOf('new002')).toEqual({ ...ended, status: 'delivered', reason: null });
    });

    it('arrives by another process, which had it when this one’s claim had ended: it is neither failed nor sent again', async () => {
      await endpoint(1);
      const slow = await claim();
      await succeed(slow);
      await fail(slow);
      await inTransaction(database.db, (tx) => releaseClaims(tx, slow));
      const arrived = { status: 'delivered', reason: null, attempts: 1, isPlanned: false, isClaimed: false };
      expect(await stateOf('new001')).toEqual(arrived);
    });
  });

  it('what is being delivered is not sent a second time when it is resent meanwhile', async () => {
    const id = await endpoint(1);
    await sql(
      `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at, position)
      values ($1, 'new001', 'test', 'order.created', 'order', '1', '{}', now(), 1)`,
      [holderId],
    );
    expect(idsOf(await claim())).toEqual(['new001']);
    const key = { holderId, id };
    await inTransaction(database.db, async (tx) => {
      expect(await resendOne(tx, key, 'new001')).toBe(true);
      const endpoint = (await findEndpoint(tx, { holderId, mode: 'test' }, id)) as Endpoint;
      const found = await findResent(tx, endpoint, { eventId: 'new001' }, 10);
      expect(await resendDeliveries(tx, found)).toBe(1);
    });
    await comeAround();
    expect(await claim()).toEqual([]);
    await sql('delete from events where holder_id = $1', [holderId]);
  });

  describe('of new events', () => {
    const happen = (count: number) =>
      sql(
        `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at, position)
        select $1, 'n' || lpad(n::text, 3, '0'), 'test', 'order.created', 'order', '1', '{}', now(), n
        from generate_series(1, $2::int) n`,
        [holderId, count],
      );
    const queue = () => inTransaction(database.db, (tx) => queueEvents(tx));
    const set = (id: string, change: string) =>
      sql(`update webhook_endpoints set ${change} where holder_id = $1 and id = $2`, [holderId, id]);
    afterEach(async () => {
      await sql('delete from events where holder_id = $1', [holderId]);
    });

    it('each is looked at once, and the endpoint knows up to where', async () => {
      const id = await endpoint(0);
      await happen(3);
      expect([await queue(), await queue()]).toEqual([3, 0]);
      const { rows } = await sql('select position::int4 from webhook_endpoints where holder_id = $1', [holderId]);
      expect(rows).toEqual([{ position: 3 }]);
      expect(await claim()).toMatchObject(Array(3).fill({ endpointId: id }));
    });

    it('none waits for the next attempt of an older one', async () => {
      const id = await endpoint(0);
      await set(id, `due_at = now() + interval '1 hour'`);
      await happen(1);
      await queue();
      expect(idsOf(await claim())).toEqual(['n001']);
    });

    it.each([
      ['paused', `status = 'paused', status_reason = 'by_hand', due_at = null`],
      ['deleted', 'deleted_at = now(), due_at = null'],
    ])('nothing is queued for one that is %s', async (_is, change) => {
      await set(await endpoint(0), change);
      await happen(1);
      expect(await queue()).toBe(0);
    });

    it('an endpoint that another process is at is not waited for', async () => {
      const id = await endpoint(1);
      await happen(1);
      const lock = 'select from webhook_endpoints where holder_id = $1 and id = $2 for no key update';
      const held = await holdLock(database.owner, lock, [holderId, id]);
      expect([await queue(), await claim()]).toEqual([0, []]);
      await held.release();
      expect([await queue(), (await claim()).length]).toEqual([1, 2]);
    });
  });

  it('of many events at once only as many are queued as can soon be attempted, for each endpoint', async () => {
    const ids = [await endpoint(0), await endpoint(0)];
    await sql(
      `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at, position)
      select $1, 'e' || lpad(n::text, 5, '0'), 'test', 'order.created', 'order', '1', '{}', now(), n
      from generate_series(1, 300) n`,
      [holderId],
    );
    const queueAll = async (): Promise<number[]> => {
      while ((await inTransaction(database.db, (tx) => queueEvents(tx))) > 0);
      const { rows } = await sql(
        `select count(*) filter (where endpoint_id = $1)::int as one, count(*) filter (where endpoint_id = $2)::int as other
        from webhook_deliveries`,
        ids,
      );
      return [rows[0].one, rows[0].other];
    };
    expect(await queueAll()).toEqual([100, 100]);
    // What one has taken makes room for its next ones; the other waits for nobody but itself.
    await sql(
      `update webhook_deliveries set status = 'delivered', next_attempt_at = null, finished_at = now() where endpoint_id = $1`,
      [ids[0]],
    );
    expect(await queueAll()).toEqual([200, 100]);
    await sql('delete from events where holder_id = $1', [holderId]);
  });

  describe('to one host', () => {
    it('twenty at once over all of its endpoints; other hosts have their own', async () => {
      for (let n = 0; n < 3; n += 1) await endpoint(10);
      const elsewhere = await endpoint(4, { host: 'other.example' });
      const first = await claim();
      expect(first.filter(({ endpointId }) => endpointId !== elsewhere)).toHaveLength(20);
      expect(first.filter(({ endpointId }) => endpointId === elsewhere)).toHaveLength(4);
      await comeAround();
      expect(await claim()).toEqual([]);
      await succeed(first.filter(({ endpointId }) => endpointId !== elsewhere).slice(0, 3));
      await comeAround();
      expect(await claim()).toHaveLength(3);
    });

    it('that is busy, the next is looked for shortly, not at once', async () => {
      for (let n = 0; n < 3; n += 1) await endpoint(10);
      expect(await claim()).toHaveLength(20);
      expect(await untilLookedAt()).toEqual([about(0.2), about(0.2), about(0.2)]);
    });

    it('counted right by processes that claim at the same time', async () => {
      for (let n = 0; n < 30; n += 1) await endpoint(1);
      const held = await holdLock(database.owner, 'select pg_advisory_xact_lock(5110, 0)', []);
      const claims = [1, 2, 3].map(() => claim(10));
      await untilLockWaits(database.owner, 3);
      await held.release();
      expect((await Promise.all(claims)).flat()).toHaveLength(20);
    });
  });

  it('no more is claimed than the process can take', async () => {
    await endpoint(10);
    expect(await claim(3)).toHaveLength(3);
  });
});

it('a time range is resent from its beginning up to its end, however many events it has', async () => {
  const id = await endpoint(0);
  const at = (second: number) => new Date(Date.UTC(2031, 2, 1) + second * 1_000);
  const ids = Array.from({ length: 1_103 }, (_, second) => firstTimedId('evt', holderId, at(second)));
  await sql(
    `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at, position)
    select $1, e.id, 'test', 'order.created', 'order', '1', '{}', now(), e.n
    from unnest($2::text[]) with ordinality as e (id, n)`,
    [holderId, ids],
  );
  const find = (limit: number) =>
    inTransaction(database.db, async (tx) => {
      const found = (await findEndpoint(tx, { holderId, mode: 'test' }, id)) as Endpoint;
      const deliveries = await findResent(tx, found, { from: at(1), to: at(1_102) }, limit);
      return deliveries.map(({ eventId }) => eventId);
    });
  expect(await find(10_000)).toEqual(ids.slice(1, 1_102));
  expect(await find(1_050)).toEqual(ids.slice(1, 1_051));
  await sql('delete from events where holder_id = $1', [holderId]);
});

it('an old event that was resent is purged without a trace: what must have a delivery begins no earlier', async () => {
  const id = await endpoint(0);
  await add(id, 2, { isResend: true });
  await sql(
    `update webhook_deliveries set status = 'delivered', next_attempt_at = null, finished_at = now(),
      created_at = now() - interval '31 days' where holder_id = $1`,
    [holderId],
  );
  await sql('update webhook_endpoints set since_position = 5, position = 5 where holder_id = $1', [holderId]);
  expect(await inTransaction(database.db, (tx) => purgeDeliveries(tx, 10))).toBe(2);
  const { rows } = await sql('select since_position::int4 as since from webhook_endpoints where holder_id = $1', [
    holderId,
  ]);
  expect(rows).toEqual([{ since: 5 }]);
});

it('nothing is looked for by reading all deliveries, however little the planner knows of them', async () => {
  writeAsFor(onCluster);
  await endpoint(40);
  // So few that it would be quicker to read them all.
  await sql('analyze webhook_deliveries');
  // A connection's counters go on from one transaction to the next.
  const countReads = async (tx: Tx) =>
    (
      await raw<{ reads: bigint }>`
        select seq_scan as reads from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`.execute(tx)
    ).rows;
  /** What it says of how rows are found is forgotten when its transaction ends. */
  const alone = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(database.db, async (tx) => {
      const before = await countReads(tx);
      const result = await work(tx);
      expect(await countReads(tx)).toEqual(before);
      return result;
    });
  await alone((tx) => queueEvents(tx));
  const claimed = await alone((tx) => claimDue(tx, 256));
  await alone((tx) => keepAttempts(tx, claimed.map(attemptOf)));
});
