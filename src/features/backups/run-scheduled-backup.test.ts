/** Scheduled backups: once among all processes, recorded, and a failure mailed to the operator's administrators. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { systemActor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findLastMade, findLastRuns } from './backup-runs.repository.ts';
import { runScheduledBackup } from './run-scheduled-backup.ts';

let database: TestDatabase;
let at: Date;
let made: number;
let reported: string[];
let make: (signal: AbortSignal) => Promise<{ name: string; bytes: number } | undefined>;
const stopping = new AbortController();
const good = async () => {
  made += 1;
  return { name: `20261127T02300${made}Z-0f0f0f0f`, bytes: 4_000_000 + made };
};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const role of ['administrator', 'finance']) {
    const email = `${role}@example.com`;
    await database.pool.query(`insert into people (id, name, email) values ($1, 'Someone', $1)`, [email]);
    const values = [serviceHolderId, email, role];
    await database.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, $3)`, values);
  }
});
beforeEach(async () => {
  at = new Date('2026-11-27T02:30:00Z');
  made = 0;
  reported = [];
  make = good;
  await database.owner.query('delete from backup_runs; delete from mails');
});
afterAll(() => database?.drop());

const run = (signal = stopping.signal) =>
  runScheduledBackup(systemActor('make_backup'), {
    db: database.db,
    publicUrl: 'https://pay.example.com',
    backups: { times: [{ hour: 2, minute: 30 }], place: '/backups', make: (one) => make(one) },
    stopping: signal,
    now: () => at,
    onBackupFailed: ({ message }) => reported.push(message),
  });
const mails = async () => (await database.pool.query('select recipient, subject, text from mails')).rows;

it('makes one when it is due, and records it', async () => {
  await run();
  await run();
  at = new Date('2026-11-28T02:29:00Z');
  await run();
  expect(made).toBe(1);
  expect(await findLastMade(database.db)).toEqual({
    startedAt: new Date('2026-11-27T02:30:00Z'),
    finishedAt: new Date('2026-11-27T02:30:00Z'),
    place: '/backups',
    name: '20261127T023001Z-0f0f0f0f',
    bytes: 4_000_001,
  });
  at = new Date('2026-11-28T02:30:00Z');
  await run();
  expect(made).toBe(2);
});

it('makes one only, however many processes find it due', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  make = async () => {
    make = good;
    begin();
    await ended;
    return good();
  };
  const first = run();
  await begun;
  await Promise.all([run(), run()]);
  end();
  await first;
  await run();
  expect(made).toBe(1);
});

it('does nothing while one is made by hand, or when the service stops', async () => {
  make = async () => undefined;
  await run();
  make = async () => {
    throw new Error('aborted');
  };
  await run(AbortSignal.abort());
  expect(await findLastRuns(database.db)).toEqual({ madeAt: null, failedAt: null, failures: 0, error: null });
  expect([await mails(), reported]).toEqual([[], []]);
});

it('records, reports and mails a failure, and tries again after an hour', async () => {
  await run();
  at = new Date('2026-11-28T02:30:00Z');
  make = async () => {
    throw new Error('The bucket backups refused a request: AccessDenied.');
  };
  await run();
  await run();
  expect(reported).toEqual(['The bucket backups refused a request: AccessDenied.']);
  expect(await findLastRuns(database.db)).toEqual({
    madeAt: new Date('2026-11-27T02:30:00Z'),
    failedAt: at,
    failures: 1,
    error: reported[0],
  });
  expect(await mails()).toEqual([
    {
      recipient: 'administrator@example.com',
      subject: 'The backup failed',
      text: expect.stringContaining('AccessDenied'),
    },
  ]);
  expect((await mails())[0].text).toContain('2026-11-27T02:30:00.000Z');

  at = new Date('2026-11-28T03:30:00Z');
  await run();
  expect([reported.length, (await mails()).length]).toEqual([2, 1]);
  at = new Date('2026-11-28T04:30:00Z');
  make = good;
  await run();
  expect(await findLastRuns(database.db)).toMatchObject({ madeAt: at, failures: 0, error: null });
  expect(made).toBe(2);
});
