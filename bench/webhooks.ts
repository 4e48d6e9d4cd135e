/** What webhooks cost `POST /orders`, and what a dead and a slow endpoint cost the others. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import { inTransaction, type Tx } from '../src/base/database/transaction.ts';
import { keyActor } from '../src/core/access/actor.ts';
import { createEndpoint } from '../src/features/webhooks/manage-endpoints.ts';
import { createSealedSecrets } from '../src/features/webhooks/sealed-secrets.ts';
import { type Bench, median, ratios, settleDown, spread } from './bench.ts';
import { type Caller, makeCallers } from './fixtures.ts';
import { peakConnections } from './orders.ts';
import { load, type RunningReceiver, startReceiver } from './processes.ts';
import { secret } from './secret.ts';

const companiesCount = 50;
const pacedOrders = 300;
const pauseMs = 40;
const deps = {
  secrets: createSealedSecrets([secret]),
  policy: { publicUrl: 'http://localhost', loopbackInTest: true, allowed: [] },
};

async function addEndpoint(db: Database, { holderId }: Caller, url: string): Promise<void> {
  const book = { holderId: BigInt(holderId), mode: 'test' } as const;
  const actor = keyActor({ clientId: 'bench', holderKind: 'company', holderStatus: 'active', ...book });
  await inTransaction(db, (tx) => createEndpoint(actor, tx, deps, book, { url }));
}

export async function benchWebhooks(bench: Bench): Promise<void> {
  const receiver = await startReceiver();
  await benchRate(bench, receiver);
  await benchDelay(bench, receiver);
  receiver.stop();
}

async function benchRate(
  { db, service, rounds, seconds, warmUpSeconds, say, compare }: Bench,
  receiver: RunningReceiver,
): Promise<void> {
  const without = await makeCallers(db, companiesCount, 'test');
  const withThem = await makeCallers(db, companiesCount, 'test');
  for (const caller of withThem) await addEndpoint(db, caller, `http://127.0.0.1:${receiver.port}/`);
  const rates = { without: [] as number[], with: [] as number[] };
  let delivered = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, callers] of [
      ['without', without],
      ['with', withThem],
    ] as const) {
      await receiver.take();
      const plan = { port: service.port, connections: peakConnections, seconds, warmUpSeconds };
      const send = { kind: 'order', companies: callers } as const;
      const result = await load({ ...plan, send, prefix: `webhooks-${kind}-${round}` });
      if (result.failures + result.refused > 0) throw new Error(`requests failed: ${JSON.stringify(result)}`);
      rates[kind].push(result.perSecond);
      delivered += Object.values(await receiver.take()).flat().length;
      await settleDown(db);
    }
    // What one round left behind must not be delivered in the next one's time.
    await inTransaction(db, forgetDeliveries);
  }
  say(`\nPOST /orders with an endpoint for every event, ${companiesCount} companies, median of ${rounds}`);
  say(`  ${'without endpoints'.padEnd(38)} ${spread(rates.without)}`);
  say(`  ${'with them'.padEnd(38)} ${spread(rates.with)}`);
  compare({
    name: 'POST /orders with endpoints ÷ without',
    values: ratios(rates.with, rates.without),
    aim: { atLeast: 0.85 },
  });
  say(`  delivered meanwhile: ${(delivered / rounds / (seconds + warmUpSeconds)).toFixed(0)} /s`);
}

/** Locks the endpoints first: what the service queued in between would wait for an endpoint that is not due. */
async function forgetDeliveries(tx: Tx): Promise<void> {
  await tx.selectFrom('webhookEndpoints').select('id').forUpdate().execute();
  await tx.deleteFrom('webhookDeliveries').execute();
  await sql`update webhook_endpoints w set due_at = null, position = e.position, since_position = e.position
    from (select holder_id, mode, coalesce(max(position), 0) as position from events group by 1, 2) e
    where e.holder_id = w.holder_id and e.mode = w.mode`.execute(tx);
}

async function benchDelay({ db, service, say, compare }: Bench, receiver: RunningReceiver): Promise<void> {
  const paths = Array.from({ length: 8 }, (_, n) => `/${n + 1}`);
  const measure = async (others: readonly string[]): Promise<number> => {
    const [caller] = (await makeCallers(db, 1, 'test')) as [Caller];
    // A host of its own for each: deliveries to one host are limited together.
    for (const [n, path] of [...others, ...paths].entries()) {
      await addEndpoint(db, caller, `http://127.0.1.${n + 1}:${receiver.port}${path}`);
    }
    await receiver.take();
    const headers = {
      'content-type': 'application/json',
      'x-client-id': caller.clientId,
      'x-client-secret': caller.clientSecret,
    };
    for (let n = 0; n < pacedOrders; n += 1) {
      const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: caller.merchant, amount: 10 }];
      const body = {
        partner_order_ref: `paced-${n}`,
        payment_source: 'card',
        total_amount: 10,
        currency: 'USD',
        splits,
      };
      const answer = await fetch(`http://127.0.0.1:${service.port}/partner/v1/orders`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      await delay(pauseMs);
    }
    await delay(1_000);
    const delays = await receiver.take();
    return median(paths.flatMap((path) => delays[path] ?? [Number.POSITIVE_INFINITY]));
  };
  const [plain, beside] = [await measure(['/9', '/10']), await measure(['/dead', '/slow'])];
  say(`\nTen endpoints, ${pacedOrders} events: median delay of eight of them`);
  say(`  beside two that answer ${plain.toFixed(0)} ms, beside one dead and one slow ${beside.toFixed(0)} ms`);
  compare({
    name: 'delay beside a dead and a slow endpoint ÷ without',
    values: [beside / plain],
    aim: { atMost: 1.2 },
  });
}
