/** Each check of a chain, broken by writing the row directly: the chain says so, and which check it is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { checks as verification } from '../../core/ledger/checks.repository.ts';
import { returnPayout } from '../payouts/change-payout.ts';
import { type ChainCheckName, chainChecks } from './checks.ts';
import type { TraceId } from './find-root.ts';
import { readTrace } from './read-trace.ts';

let world: PostingWorld;
const ids = {} as Record<
  'order' | 'broken' | 'captured' | 'payment' | 'refunded' | 'dispute' | 'payout' | 'returned' | 'topUp',
  string
>;
let settlement: string;

beforeAll(async () => {
  world = await createPostingWorld();
  const { company, shop, taverna } = world;
  const paid = await world.order('paid', { paymentSource: 'card' });
  const warnings = ['The splits differ from total_amount by -4.00 EUR.'];
  const splits = [merchant(taverna, 700n), partner(1_400n)];
  const broken = await world.record(company, 'broken', splits, { totalAmount: 2_500n, warnings });
  const captured = await world.order('captured', { paymentSource: 'service', capture: 'manual' });
  await world.capturedOrder(captured, 600n);
  await world.bring(company, 5_000n);
  await world.settle(company);
  [ids.order, ids.broken, ids.captured] = [paid, broken, captured].map(({ id }) => String(id)) as [
    string,
    string,
    string,
  ];
  settlement = (await rowOf('select settlement_id as id from orders where id = $1', ids.order)) as string;
  ids.payout = (await world.payOut(company, `earnings:${taverna}`, 300n)).id;
  ids.returned = (await world.payOut(company, `earnings:${taverna}`, 100n)).id;
  await world.run((tx) =>
    returnPayout(shell, tx, world.clock, ids.returned, { to: 'failed', reason: 'account closed' }),
  );
  ids.payment = (await world.paidBy('card', 1_000n)).id;
  const refunded = await world.paidBy('card', 500n);
  await world.refundPayment(refunded, 200n);
  ids.refunded = refunded.id;
  const charged = await world.paidBy('card', 500n);
  await world.chargeBack(charged, 400n);
  ids.dispute = charged.id;
  await world.customerTopsUp('20.00');
  ids.topUp = (await rowOf('select id from top_ups where holder_id = $1', String(world.customer.holderId))) as string;
  await expectBooksToHold(world.db);
  expect(shop.mode).toBe('test');
});
afterAll(() => world.close());

const rowOf = async (text: string, value: string) => {
  const { rows } = await world.database.owner.query(text, [value]);
  return rows[0] === undefined ? undefined : String(rows[0].id);
};

const failing = async (id: TraceId): Promise<string[]> => {
  const trace = await readTrace(
    world.db,
    { seesPayers: true, seesBankAccounts: true, as: 'operator', book: { holderId: 1n, mode: 'test' } },
    id,
  );
  if (trace === undefined) throw new Error(`${id.kind}:${id.id} is not found`);
  return trace.checks.filter(({ holds }) => !holds).map(({ name }) => name);
};

/** The statement is taken back by the second one. */
type Tampering = [name: ChainCheckName, of: () => TraceId, change: () => string, undo: () => string];

const order = (name: 'order' | 'broken' | 'captured') => (): TraceId => ({ kind: 'order', id: ids[name] });
const payment = (name: 'payment' | 'refunded' | 'dispute') => (): TraceId => ({ kind: 'payment', id: ids[name] });
const payout = (): TraceId => ({ kind: 'payout', id: ids.payout });
const returned = (): TraceId => ({ kind: 'payout', id: ids.returned });
const ofTransfer = (code: string, id: string, by: number, which: 'min' | 'max' = 'min') =>
  `update transfers set amount = amount + ${by} where id = (
     select ${which}(id) from transfers where code = '${code}' and subject_id = '${id}')`;
const ofRow = (table: string, column: string, id: string, by: number) =>
  `update ${table} set ${column} = ${column} + ${by} where id = '${id}'`;
const moved = (code: string, of: () => TraceId): [() => TraceId, () => string, () => string] => [
  of,
  () => ofTransfer(code, of().id, 1),
  () => ofTransfer(code, of().id, -1),
];
const splitOf = (name: 'order' | 'broken', by: number) =>
  `update orders set splits = jsonb_set(splits, '{0,amount}', to_jsonb((splits #>> '{0,amount}')::bigint + ${by}))
   where id = ${ids[name]}`;

const tamperings: Tampering[] = [
  ['splits', order('order'), () => splitOf('order', 1), () => splitOf('order', -1)],
  ['splits', order('broken'), () => splitOf('broken', 1), () => splitOf('broken', -1)],
  ['settlement', ...moved('settlement', order('order'))],
  [
    'captured',
    order('captured'),
    () => `update orders set uncaptured[1] = uncaptured[1] - 1 where id = ${ids.captured}`,
    () => `update orders set uncaptured[1] = uncaptured[1] + 1 where id = ${ids.captured}`,
  ],
  ['payment', ...moved('payment', payment('payment'))],
  ['fee', ...moved('payment_fee', payment('payment'))],
  [
    'refunds',
    payment('refunded'),
    () => ofRow('payments', 'refunded_amount', ids.refunded, 1),
    () => ofRow('payments', 'refunded_amount', ids.refunded, -1),
  ],
  [
    'dispute',
    payment('dispute'),
    () => `update disputes set amount = amount + 1 where payment_id = '${ids.dispute}'`,
    () => `update disputes set amount = amount - 1 where payment_id = '${ids.dispute}'`,
  ],
  ['payout', ...moved('payout', payout)],
  ['payout_sent', ...moved('payout_sent', payout)],
  ['payout', ...moved('payout', returned)],
  ['payout_sent_back', ...moved('payout_returned', returned)],
  [
    'payout_returned',
    returned,
    () => ofTransfer('payout_returned', ids.returned, 1, 'max'),
    () => ofTransfer('payout_returned', ids.returned, -1, 'max'),
  ],
  [
    'sources',
    payout,
    () => `update accounts set balance = balance + 100000 where link_id = ${world.taverna} and kind = 'earnings'`,
    () => `update accounts set balance = balance - 100000 where link_id = ${world.taverna} and kind = 'earnings'`,
  ],
  [
    'balance',
    order('order'),
    () => `update accounts set balance = balance - 200 where link_id = ${world.rider} and kind = 'earnings'`,
    () => `update accounts set balance = balance + 200 where link_id = ${world.rider} and kind = 'earnings'`,
  ],
  ['top_up', ...moved('top_up', () => ({ kind: 'top_up', id: ids.topUp }))],
];

it.each(tamperings)('%s', async (name, of, change, undo) => {
  expect(await failing(of())).toEqual([]);
  await world.database.owner.query(change());
  expect(await failing(of())).toContain(name);
  await world.database.owner.query(undo());
  expect(await failing(of())).toEqual([]);
});

it('settlement, of a whole run', async () => {
  const run: TraceId = { kind: 'settlement', id: settlement };
  expect(await failing(run)).toEqual([]);
  await world.database.owner.query(ofTransfer('settlement', ids.order, 1));
  expect(await failing(run)).toEqual(['settlement']);
  await world.database.owner.query(ofTransfer('settlement', ids.order, -1));
});

it('each names a check of the verification that there is', () => {
  const known = verification.map(({ name }) => name);
  for (const name of Object.values(chainChecks)) if (name !== null) expect(known).toContain(name);
});
