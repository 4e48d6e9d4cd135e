/** The payment page as browsers request it, a few at a time. */

import { systemClock } from '../src/base/clock/clock.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { keyActor } from '../src/core/access/actor.ts';
import { insertHolder } from '../src/features/holders/holders.repository.ts';
import { createPaymentCreator } from '../src/features/payments/create-payment.ts';
import type { Bench } from './bench.ts';

const visitors = 8;

export async function benchPage({ db, service, quick, say }: Bench): Promise<void> {
  const pagesPerVisitor = quick ? 50 : 250;
  const holderId = await inTransaction(db, (tx) => insertHolder(tx, 'merchant', 'Shop'));
  const draft = {
    amount: 1_250n,
    currency: 'EUR',
    returnUrl: 'https://shop.example/ok',
    cancelUrl: null,
    custom: null,
    webhookUrl: null,
    orderId: null,
  };
  const book = { holderId, mode: 'test' } as const;
  const actor = keyActor({ clientId: 'bench', holderKind: 'merchant', holderStatus: 'active', ...book });
  const { id } = await createPaymentCreator({ db, clock: systemClock }).create(actor, book, 'api', draft);
  const address = `http://127.0.0.1:${service.port}/pay/api/v1/user/authentication/form/${id}`;
  const times: number[] = [];
  let bytes = 0;
  const visit = async (): Promise<void> => {
    for (let n = 0; n < pagesPerVisitor; n += 1) {
      const began = performance.now();
      const page = await (await fetch(address)).text();
      times.push(performance.now() - began);
      bytes = page.length;
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] as number).toFixed(1);
  say(`\nThe payment page, ${visitors} visitors at once, ${times.length} pages of ${bytes} bytes`);
  say(`  p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}
