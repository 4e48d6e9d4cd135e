/** Interface A: a token, a payment, and its status by token, beside the constant answer of an order. */

import { inTransaction } from '../src/base/database/transaction.ts';
import { createKey } from '../src/features/api-keys/manage-keys.ts';
import { insertHolder } from '../src/features/holders/holders.repository.ts';
import { shell } from '../tests/support/actors.ts';
import { type Bench, ratios, settleDown, spread } from './bench.ts';
import { peakConnections, type Rates } from './orders.ts';
import { load } from './processes.ts';
import type { RequestKind } from './requests.ts';

const paymentsCount = 1_000;

export async function benchMerchant(bench: Bench, { constant }: Rates): Promise<void> {
  const { db, service, rounds, seconds, warmUpSeconds, say, compare } = bench;
  const holderId = await inTransaction(db, (tx) => insertHolder(tx, 'merchant', 'Measured shop'));
  const { clientId, clientSecret } = await createKey(shell, { db }, holderId, 'live');
  const base = `http://127.0.0.1:${service.port}/pay/api/v1`;
  const send = async (path: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const keys = { client_id: clientId, secret_id: clientSecret };
  const token = (await send('/authentication/token', keys)).access_token as string;
  const fields = { amount: '12.50', currency: 'EUR', return_url: 'https://shop.example/thanks' };
  const payments: string[] = [];
  for (let n = 0; n < paymentsCount; n += 1) {
    payments.push((await send('/payment/create', fields, token)).token as string);
  }
  const kinds: { name: string; send: RequestKind; aim: number; rates: number[] }[] = [
    { name: 'status by token', send: { kind: 'status', token, payments }, aim: 0.5, rates: [] },
    { name: 'creating a payment', send: { kind: 'payment', token }, aim: 0.6, rates: [] },
    { name: 'a token', send: { kind: 'token', clientId, secret: clientSecret }, aim: 0.75, rates: [] },
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) {
      const plan = { port: service.port, connections: peakConnections, seconds, warmUpSeconds, prefix: `${round}` };
      const result = await load({ ...plan, send: kind.send });
      await settleDown(db);
      if (result.failures + result.refused > 0) throw new Error(`requests failed: ${JSON.stringify(result)}`);
      kind.rates.push(result.perSecond);
    }
  }
  say(`\nInterface A, a second: median of ${rounds} (lowest to highest)`);
  for (const { name, rates } of kinds) say(`  ${name.padEnd(38)} ${spread(rates)}`);
  for (const { name, rates, aim } of kinds) {
    compare({
      name: `interface A, ${name} ÷ a constant answer`,
      values: ratios(rates, constant),
      aim: { atLeast: aim },
    });
  }
}
