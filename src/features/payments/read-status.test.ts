/** Many who ask for the status of payments at once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock } from '../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { keyActor } from '../../core/access/actor.ts';
import { insertHolder } from '../holders/holders.repository.ts';
import { createPaymentCreator } from './create-payment.ts';
import type { PaymentKey } from './payment.ts';
import { createStatusReader } from './read-status.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const draft = {
  currency: 'EUR',
  returnUrl: 'https://shop.example/ok',
  cancelUrl: null,
  custom: null,
  webhookUrl: null,
  orderId: null,
};

it('each gets its own, more than fit in one read; nobody another holder’s, and nothing for what there is not', async () => {
  const { db } = database;
  const creator = createPaymentCreator({ db, clock: createTestClock() });
  const keys: PaymentKey[] = [];
  for (let shop = 0; shop < 2; shop += 1) {
    const holderId = await inTransaction(db, (tx) => insertHolder(tx, 'merchant', `Shop ${shop}`));
    const book = { holderId, mode: 'live' } as const;
    const actor = keyActor({ clientId: 'pk', holderKind: 'merchant', holderStatus: 'active', ...book });
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, n) => creator.create(actor, book, 'api', { ...draft, amount: BigInt(n + 1) })),
    );
    keys.push(...made.map(({ id }) => ({ holderId, id })));
  }
  const [first, last] = [keys[0] as PaymentKey, keys.at(-1) as PaymentKey];
  const foreign = { holderId: last.holderId, id: first.id };
  const asked = [...keys, foreign, { ...first, id: 'pay_none' }, first];
  const read = createStatusReader(db);
  const answers = await Promise.all(asked.map(read));
  expect(answers.map((payment) => payment && { holderId: payment.holderId, id: payment.id })).toEqual([
    ...keys,
    undefined,
    undefined,
    first,
  ]);
  expect(answers.slice(0, 400).map((payment) => payment?.amount)).toEqual(
    Array.from({ length: 400 }, (_, n) => BigInt((n % 200) + 1)),
  );
});
