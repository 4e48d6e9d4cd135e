/**
 * An open loop of single INSERTs of an order with its event, straight to the database, in its own process: how long a
 * commit takes at a rate without any service before it. Each is due at an even interval, and its delay counts from then.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ConnectionSettings } from '../src/base/database/pool.ts';

export type InsertPlan = {
  settings: ConnectionSettings;
  holderId: string;
  splits: string;
  /** Events so far: the next one has the position after that. */
  eventsBefore: number;
  connections: number;
  rate: number;
  seconds: number;
  warmUpSeconds: number;
  prefix: string;
};

export type InsertResult = { inserted: number; perSecond: number; p50Ms: number; p99Ms: number; maxMs: number };

const insert = {
  name: 'insert',
  text: `
    with recorded as (
      insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits, attempt_id,
        created_at, updated_at)
      values ($1, 'live', $2, 'card', 2550, 'USD', $3, $4, now(), now()) returning holder_id, id)
    insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at,
      position)
    select holder_id, $5, 'live', 'order.created', 'order', id::text, $3, now(), $6 from recorded`,
};

async function run(plan: InsertPlan): Promise<InsertResult> {
  const pool = new pg.Pool({ ...plan.settings, max: plan.connections });
  const delays: number[] = [];
  const began = performance.now();
  const countFrom = began + plan.warmUpSeconds * 1_000;
  const end = countFrom + plan.seconds * 1_000;
  const inserts: Promise<void>[] = [];
  const one = async (n: number, dueAt: number): Promise<void> => {
    const id = `evt_${randomUUID()}`;
    const position = plan.eventsBefore + n + 1;
    const values = [plan.holderId, `${plan.prefix}-${n}`, plan.splits, randomUUID(), id, position];
    await pool.query({ ...insert, values });
    if (dueAt >= countFrom) delays.push(performance.now() - dueAt);
  };
  await new Promise<void>((resolve) => {
    const intervalMs = 1_000 / plan.rate;
    let dueAt = began;
    const tick = (): void => {
      const now = performance.now();
      for (; dueAt <= now; dueAt += intervalMs) inserts.push(one(inserts.length, dueAt));
      if (now < end) setTimeout(tick, 1);
      else resolve();
    };
    tick();
  });
  await Promise.all(inserts);
  const seconds = (performance.now() - countFrom) / 1_000;
  await pool.end();
  delays.sort((a, b) => a - b);
  const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? 0;
  return {
    inserted: inserts.length,
    perSecond: delays.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: delays.at(-1) ?? 0,
  };
}

process.once('message', (plan: InsertPlan) => {
  run(plan).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      throw error;
    },
  );
});
