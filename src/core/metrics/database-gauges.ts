/** Gauges read from the database, at most once every 15 seconds however often they are scraped. */
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../base/database/pool.ts';
import { findLastVerification, type StoredVerification } from '../ledger/verifications.repository.ts';
import {
  countBackupFailures,
  countQueues,
  findLastBackup,
  type LastBackup,
  type QueueSizes,
} from './metrics.repository.ts';

const readingAgeMaxMs = 15_000;

type Reading = {
  queues: QueueSizes;
  verification: StoredVerification | undefined;
  backup: LastBackup | undefined;
  backupFailures: number;
};

const readings: [name: string, help: string, value: (reading: Reading) => number | undefined][] = [
  ['sluice_orders_unsettled', 'Orders that wait to be settled.', ({ queues }) => queues.ordersUnsettled],
  ['sluice_orders_awaiting_funds', 'Orders that wait for clearing.', ({ queues }) => queues.ordersAwaitingFunds],
  [
    'sluice_order_refunds_awaiting_funds',
    'Order refunds that wait for clearing.',
    ({ queues }) => queues.orderRefundsAwaitingFunds,
  ],
  ['sluice_refunds_pending', 'Refunds that wait for their provider.', ({ queues }) => queues.refundsPending],
  ['sluice_mails_queued', 'Emails that wait to be sent.', ({ queues }) => queues.mailsQueued],
  ['sluice_webhooks_pending', 'Events that wait to be delivered.', ({ queues }) => queues.webhooksPending],
  ['sluice_webhooks_parked', 'Deliveries that were given up.', ({ queues }) => queues.webhooksParked],
  [
    'sluice_webhook_lag_seconds',
    'How long the event has waited that has been due the longest.',
    ({ queues }) => queues.webhookLagSeconds,
  ],
  [
    'sluice_webhook_events_behind',
    'Events that are not queued yet for endpoints that take them.',
    ({ queues }) => queues.webhookEventsBehind,
  ],
  ['sluice_settlements_running', 'Settlements under way.', ({ queues }) => queues.settlementsRunning],
  [
    'sluice_settlements_begun',
    'Settlements ever begun, and those refused because one was running.',
    ({ queues }) => queues.settlementsBegun,
  ],
  [
    'sluice_settlement_lag_seconds',
    'How late the most overdue scheduled settlement of live mode is; 0 when none is.',
    ({ queues }) => queues.settlementLagSeconds,
  ],
  [
    'sluice_events_unpositioned',
    'Events that nobody can read yet: the sequencer has not placed them.',
    ({ queues }) => queues.eventsUnpositioned,
  ],
  ['sluice_jobs_waiting', 'Jobs that are due and have not begun.', ({ queues }) => queues.jobsWaiting],
  [
    'sluice_jobs_wait_seconds',
    'How long the oldest of them has been due; 0 when there is none.',
    ({ queues }) => queues.jobsWaitSeconds,
  ],
  ['sluice_jobs_failed', 'Jobs given up after the last try.', ({ queues }) => queues.jobsFailed],
  [
    'sluice_verification_timestamp_seconds',
    'When the books were last verified, in Unix seconds.',
    ({ verification }) => verification && verification.finishedAt.getTime() / 1_000,
  ],
  [
    'sluice_verification_ok',
    'Whether the books balanced then: 1 or 0.',
    ({ verification }) => verification && Number(verification.ok),
  ],
  [
    'sluice_verification_duration_seconds',
    'How long that took.',
    ({ verification }) =>
      verification && (verification.finishedAt.getTime() - verification.startedAt.getTime()) / 1_000,
  ],
  [
    'sluice_backup_timestamp_seconds',
    'When the last backup of the built-in database that was made began, in Unix seconds.',
    ({ backup }) => backup && backup.startedAt.getTime() / 1_000,
  ],
  [
    'sluice_backup_duration_seconds',
    'How long it took.',
    ({ backup }) => backup && (backup.finishedAt.getTime() - backup.startedAt.getTime()) / 1_000,
  ],
  ['sluice_backup_bytes', 'Its size, compressed.', ({ backup }) => backup?.bytes],
  [
    'sluice_backup_failures',
    'How many scheduled backups have failed since the last that was made.',
    ({ backupFailures }) => backupFailures,
  ],
];

/** A gauge without a value is left out: a stale value or a zero would be misleading. */
export function databaseGauges({ db, isBuiltIn }: { db: Database; isBuiltIn: boolean }, registers: Registry[]): void {
  new Gauge({
    name: 'sluice_database_built_in',
    help: 'Whether the database is the built-in one, which the service backs up: 1 or 0.',
    registers,
    aggregator: 'max',
  }).set(Number(isBuiltIn));
  const read = readSeldom(async () => ({
    queues: await countQueues(db),
    verification: await findLastVerification(db),
    backup: await findLastBackup(db),
    backupFailures: await countBackupFailures(db),
  }));
  for (const [name, help, value] of readings) {
    new Gauge({
      name,
      help,
      // prom-client starts a gauge without labels at 0; `remove` drops that value.
      registers,
      // All workers read the same database; only what is good news in one of them may be bad news in another.
      aggregator: name === 'sluice_verification_ok' ? 'min' : 'max',
      async collect() {
        const reading = await read().catch(() => undefined);
        const now = reading && value(reading);
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  }
}

/** Shares one reading among concurrent callers and caches it for `readingAgeMaxMs`. Failed readings are not cached. */
function readSeldom<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { reading: Promise<T>; atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (kept !== undefined && nowMs - kept.atMs < readingAgeMaxMs) return kept.reading;
    const reading = read();
    const mine = { reading, atMs: nowMs };
    kept = mine;
    reading.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return reading;
  };
}
