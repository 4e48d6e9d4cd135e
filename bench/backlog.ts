/** Many events at once for three endpoints: how long it takes until the last of them has arrived, and that none is missing. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { keyActor } from '../src/core/access/actor.ts';
import { createEndpoint } from '../src/features/webhooks/manage-endpoints.ts';
import { createSealedSecrets } from '../src/features/webhooks/sealed-secrets.ts';
import type { Bench } from './bench.ts';
import { type Caller, makeCallers } from './fixtures.ts';
import { type RunningService, startVerifyingReceiver } from './processes.ts';
import { databaseSeconds, peakMiB, processorSeconds } from './processor-time.ts';
import { secret } from './secret.ts';

const endpointsCount = 3;
const perRequest = 1_000;
const lookEveryMs = 5_000;
/** Nothing arrived for so many looks: nothing will. */
const idleLooksMax = 8;
const deps = {
  secrets: createSealedSecrets([secret]),
  policy: { publicUrl: 'http://localhost', loopbackInTest: true, allowed: [] },
};

async function addEndpoint(db: Database, { holderId }: Caller, url: string): Promise<string> {
  const book = { holderId: BigInt(holderId), mode: 'test' } as const;
  const actor = keyActor({ clientId: 'bench', holderKind: 'company', holderStatus: 'active', ...book });
  return (await inTransaction(db, (tx) => createEndpoint(actor, tx, deps, book, { url }))).secret as string;
}

async function record(service: RunningService, { clientId, clientSecret, merchant }: Caller, from: number) {
  const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 10 }];
  const order = { payment_source: 'card', total_amount: 10, currency: 'USD', splits };
  const orders = Array.from({ length: perRequest }, (_, n) => ({ partner_order_ref: `b-${from + n}`, ...order }));
  const answer = await fetch(`http://127.0.0.1:${service.port}/partner/v1/orders/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-id': clientId, 'x-client-secret': clientSecret },
    body: JSON.stringify({ orders }),
  });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
}

export async function benchBacklog({ db, service, postmaster, quick, say }: Bench): Promise<void> {
  const events = quick ? 10_000 : 100_000;
  const [caller] = (await makeCallers(db, 1, 'test')) as [Caller];
  const receiver = await startVerifyingReceiver(endpointsCount);
  const secrets: string[] = [];
  for (const port of receiver.ports) secrets.push(await addEndpoint(db, caller, `http://127.0.0.1:${port}/hook`));
  await receiver.know(secrets);

  const used = () => [processorSeconds(service.pid), databaseSeconds(postmaster)] as const;
  const before = used();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  for (let from = 0; from < events; from += perRequest) await record(service, caller, from);
  const recordedAfter = seconds();
  say(`\n${events} events at once, ${endpointsCount} endpoints`);
  say(`  recorded by POST /orders/bulk in ${recordedAfter.toFixed(0)} s`);
  let arrived = 0;
  let finishedAfter = 0;
  for (let idle = 0; arrived < endpointsCount * events && idle < idleLooksMax; ) {
    await delay(lookEveryMs);
    const now = (await receiver.count()).reduce((sum, one) => sum + one.events, 0);
    idle = now === arrived ? idle + 1 : 0;
    if (now > arrived) finishedAfter = seconds();
    arrived = now;
  }
  const after = used();
  for (const one of await receiver.count()) {
    say(
      `  arrived ${one.events}, again ${one.repeated}, wrongly signed ${one.forged}, out of order by up to ${one.behindMax}`,
    );
  }
  const { rows } = await sql<{ status: string; deliveries: number; attempts: number; repeated: number }>`
    select d.status, count(*)::int as deliveries, sum(d.attempts)::int as attempts,
      count(*) filter (where d.attempts <> (select count(*) from webhook_attempts a
        where a.holder_id = d.holder_id and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id))::int as repeated
    from webhook_deliveries d where d.holder_id = ${BigInt(caller.holderId)} group by 1`.execute(db);
  for (const one of rows) {
    say(
      `  the log: ${one.deliveries} ${one.status}, ${one.attempts} attempts, ${one.repeated} with another number of entries`,
    );
  }
  const perDelivery = (index: 0 | 1): string => (((after[index] - before[index]) / arrived) * 1e3).toFixed(2);
  say(`  all within ${finishedAfter.toFixed(0)} s, ${(arrived / finishedAfter).toFixed(0)} /s from the first order on`);
  say(`  processor time for each: service ${perDelivery(0)} ms, database ${perDelivery(1)} ms`);
  say(`  highest memory of the service ${peakMiB(service.pid).toFixed(0)} MiB`);
  receiver.stop();
}
