/**
 * Metrics for the operator's Prometheus: counts, durations and sizes of this process and its queues, in a registry of
 * its own without global state. A label must never contain an id, an address, an amount or a person's name.
 */
import cluster from 'node:cluster';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../base/database/pool.ts';
import { databaseGauges } from './database-gauges.ts';
import { joinWorkers } from './worker-metrics.ts';

/** The connection counts that a pool exposes. */
type PoolUse = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

export type Metrics = {
  /** @param route the route's pattern, never the requested path. */
  countRequest(method: string, route: string, status: number, seconds: number): void;
  countJobFailure(job: string): void;
  /** @param outcome the kind of the provider's answer, or `unavailable`. */
  countProviderCall(provider: string, call: string, outcome: string, seconds: number): void;
  /** Counts a write of a batch and its items. */
  countBatch(batch: 'orders' | 'payments', size: number): void;
  contentType: string;
  /**
   * In the Prometheus exposition format, of all workers of the machine together. Database gauges are left out while the
   * database is unreachable.
   */
  render(): Promise<string>;
};

const bucketsItems = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Options = {
  db: Database;
  /** Whether it is the built-in database, which is ours to back up. */
  isBuiltIn: boolean;
  pool: PoolUse;
  eventReaders: () => number;
};

export function createMetrics(options: Options): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'sluice_http_request_duration_seconds',
    help: 'HTTP requests by the pattern of their route, method and class of status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: bucketsSeconds,
    registers,
  });
  const jobFailures = new Counter({
    name: 'sluice_job_failures_total',
    help: 'Attempts of jobs that failed and will be made again.',
    labelNames: ['job'] as const,
    registers,
  });
  const providerCalls = new Histogram({
    name: 'sluice_provider_call_duration_seconds',
    help: 'Calls of payment providers, by what they ended in.',
    labelNames: ['provider', 'call', 'outcome'] as const,
    buckets: bucketsSeconds,
    registers,
  });
  const batches = new Histogram({
    name: 'sluice_batch_items',
    help: 'Items that one write of a batch committed together.',
    labelNames: ['batch'] as const,
    buckets: bucketsItems,
    registers,
  });
  const { pool, eventReaders } = options;
  new Gauge({
    name: 'sluice_event_readers_waiting',
    help: 'Requests of this process that wait for an event.',
    registers,
    collect() {
      this.set(eventReaders());
    },
  });
  new Gauge({
    name: 'sluice_database_connections',
    help: 'Connections of this process to its database, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  databaseGauges(options, registers);

  return {
    countRequest(method, route, status, seconds) {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    countJobFailure: (job) => jobFailures.inc({ job }),
    countProviderCall: (provider, call, outcome, seconds) =>
      providerCalls.observe({ provider, call, outcome }, seconds),
    countBatch: (batch, size) => batches.observe({ batch }, size),
    contentType: registry.contentType,
    render: cluster.isWorker ? joinWorkers(registry) : () => registry.metrics(),
  };
}
