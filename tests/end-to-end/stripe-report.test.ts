/** Stripe's own report is matched with what went through it, without a question (docs/operating.md, "Payment providers"). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postAcquirerPayout } from '../../src/features/reconciliation/acquirer-payout.ts';
import { takeFile } from '../../src/features/watched-files/take-file.ts';
import { createStripeShop, type StripeShop } from '../fixtures/stripe-shop.ts';
import { createUploads } from '../fixtures/uploads.ts';
import { shell } from '../support/actors.ts';

let shop: StripeShop;
beforeAll(async () => {
  shop = await createStripeShop();
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

const outside = { source: 'card', mode: 'live' } as const;

it('three payments, a refund, a fee and a payout', async () => {
  const { db, clock, stripe } = shop;
  const paid = [await shop.make.paid(), await shop.make.paid(), await shop.make.paid({ amount: '20.00' })];
  const [first, second, third] = paid.map(({ session }) => session.metadata.sluice_attempt as string);
  await shop.post('/payment/refund', { token: paid[0]?.payment.id, refund_ref: 'r1', amount: '5.00' });
  expect(stripe.refunds).toHaveLength(1);
  const payout = { ...outside, currency: 'EUR', amount: 4_000n, fee: 90n, reference: 'po_1QxYz8Ab2Cd3Ef4G' };
  await postAcquirerPayout(shell, { db, clock }, payout);

  const header =
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,description,payment_metadata[sluice_attempt]';
  const charges = `${header}
txn_1,2031-03-01 09:12:00,eur,12.50,0.44,12.06,charge,ch_1,Order 1041,${first}
txn_2,2031-03-01 09:13:00,eur,12.50,0.44,12.06,charge,ch_1,Order 1041,${second}
txn_3,2031-03-01 11:40:00,eur,20.00,0.55,19.45,charge,ch_3,,${third}
`;
  const all = `${charges}txn_4,2031-03-02 08:00:00,eur,-5.00,0.00,-5.00,refund,re_1,REFUND FOR CHARGE,${first}
txn_5,2031-03-02 08:30:00,eur,-0.90,0.00,-0.90,fee,,Billing of ${payout.reference},
txn_6,2031-03-03 00:00:00,eur,-39.10,0.00,-39.10,payout,po_1,STRIPE PAYOUT ${payout.reference},
`;
  const deps = { db, clock, liveProviders: () => shop.server.payDeps.providers.of('live') };
  const uploads = await createUploads({ ...shop.database, deps }, outside);
  const file = await uploads.upload(charges);
  expect({ state: file.state, asked: file.found?.questions }).toEqual({ state: 'ready', asked: [] });
  expect((await uploads.import(file)).result).toMatchObject({ matched: 3 });
  expect(await watched(deps, all)).toMatchObject({
    folder: 'done',
    sentences: expect.arrayContaining(['Read as a report of Stripe.', expect.stringMatching(/^Matched now: 3\./)]),
  });

  const { rows } = await shop.database.pool.query(
    `select l.bank_id as line, t.code, t.subject_kind as of, m.amount::int
     from statement_lines l
     left join statement_matches m on m.line_id = l.id
     left join transfers t on t.holder_id = m.transfer_holder_id and t.id = m.transfer_id order by l.bank_id`,
  );
  expect(rows.map(({ line, of, amount }) => [line, of, amount])).toEqual([
    ['txn_1', 'payment', 1_250],
    ['txn_2', 'payment', 1_250],
    ['txn_3', 'payment', 2_000],
    ['txn_4', 'refund', -500],
    ['txn_5', 'acquirer_payout', -90],
    ['txn_6', 'acquirer_payout', -3_910],
  ]);
});

async function watched(deps: Parameters<typeof takeFile>[1], text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-report-'));
  try {
    const path = join(directory, 'report.csv');
    await writeFile(path, text);
    return await takeFile(shell, deps, { ...outside, account: '', answers: {} }, { name: 'report.csv', path });
  } finally {
    await rm(directory, { recursive: true });
  }
}
