/**
 * What one writes in an afternoon: no keys, no validation, no rules, and a transaction of two statements for each order
 * into the same tables. And, for `raw`, a server that only reads the body. Both in their own process.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { ConnectionSettings } from '../src/base/database/pool.ts';

export type NaiveOrder = { start: { settings: ConnectionSettings; holderId: string; splits: string; raw: boolean } };

type Body = { partner_order_ref: string; total_amount: number };

const connections = 12;

async function start(plan: NaiveOrder['start']): Promise<number> {
  const pool = new pg.Pool({ ...plan.settings, max: connections });
  let recorded = 0;
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as Body;
    if (!plan.raw) await record(pool, plan, body, ++recorded);
    const answer = JSON.stringify({ success: true, data: { ...body, payment_status: 'pending' } });
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** The event has its position at once, so that nobody does that later for it. */
async function record(
  pool: pg.Pool,
  { holderId, splits }: NaiveOrder['start'],
  body: Body,
  position: number,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits, attempt_id,
         created_at, updated_at)
       values ($1, 'live', $2, 'card', $3, 'USD', $4, $5, now(), now()) returning id`,
      [holderId, body.partner_order_ref, Math.round(body.total_amount * 100), splits, randomUUID()],
    );
    await client.query(
      `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at,
         position)
       values ($1, $2, 'live', 'order.created', 'order', $3, $4, now(), $5)`,
      [holderId, `evt_${randomUUID()}`, rows[0]?.id, JSON.stringify(body), position],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

process.once('message', async (order: NaiveOrder) => {
  process.send?.({ port: await start(order.start) });
});
