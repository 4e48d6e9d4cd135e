/**
 * What `sluice verify` would catch: a sound database with one of everything, one change by SQL past every trigger and
 * foreign key, and the very row is named, or the database refuses the change. Each change is rolled back. Whoever posts
 * by hand here also adjusts the balances, so that nothing but the transfer itself gives it away.
 */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, shell } from '../../tests/support/actors.ts';
import { accountNamed } from '../../tests/support/ledger-names.ts';
import { createPostingWorld, type PostingWorld } from '../../tests/worlds/posting.ts';
import { item } from '../../tests/worlds/shadow.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { returnPayout } from '../payouts/change-payout.ts';
import { drawFees } from '../payouts/collect-fees.ts';
import { setRule } from '../payouts/payouts.repository.ts';
import { postAcquirerPayout } from '../reconciliation/acquirer-payout.ts';
import { transferCommission } from '../wallets/transfer-commission.ts';
import { isAccount } from './account-sql.ts';
import type { Book } from './accounts.ts';
import { gatherChanges, type Marks } from './checks/changed.ts';
import { everything } from './checks/check.ts';
import { serviceHolderId } from './post.ts';
import { runVerification } from './run-verification.ts';
import type { SubjectKind } from './subject.ts';
import type { TransferCode } from './transfer.ts';
import { findLastVerification } from './verifications.repository.ts';
import { runChecks } from './verify.ts';

let world: PostingWorld;
let owner: Database;
let marks: Marks;
const service: Book = { holderId: serviceHolderId, mode: 'test' };

beforeAll(async () => {
  world = await createPostingWorld();
  owner = createDatabase(world.database.owner);
  await payAtTheShop();
  await settleAndRefund();
  await followShadowOrders();
  await doTheServicesPart();
  expect(await runVerification(world.db, { full: true })).toMatchObject({ ok: true });
  marks = (await findLastVerification(world.db)) as Marks;
});
afterAll(() => world.close());

/** Payments, refunds, disputes and a late capture; what the shop was advanced is recovered in part. */
async function payAtTheShop(): Promise<void> {
  const { shop } = world;
  const paid = await world.paidBy('card', 1_000n);
  await world.refundPayment(paid, 400n);
  await world.customerTopsUp('9.00');
  const fromWallet = await world.paidFromWallet(300n);
  await world.refundPayment(fromWallet, 30n);
  const disputed = await world.paidBy('onlinewallet', 2_000n);
  await world.payOut(shop, 'wallet', 2_300n);
  await world.chargeBack(disputed, 2_000n);
  const won = await world.paidBy('card', 500n);
  await world.winDispute(await world.chargeBack(won, 500n));
  const open = await world.payment(70n);
  const late = await world.attempt(open);
  await world.decline(late);
  const inTime = await world.attempt(open);
  await world.capture(inTime, 70n);
  await world.capture(late, 70n);
}

/** Orders: one refunded after its merchant drew the money, one that then paid the debt, one paid at the checkout. */
async function settleAndRefund(): Promise<void> {
  const { company, taverna } = world;
  await world.topUp(company, 9_000n);
  await world.order('drawn');
  await world.settle(company);
  await world.payOut(company, `earnings:${taverna}`, 600n);
  await world.refund(company, 'drawn', { amount: 1_000n });
  await world.order('recovered');
  await world.settle(company);
  await world.payByCard(await world.order('paid', { paymentSource: 'service' }));
  await world.refund(company, 'paid', { amount: 100n });
  await world.drain();
  await world.order('cancelled');
  await world.settle(company);
  await world.cancel(company, 'cancelled');
  await world.order('waiting');
}

async function followShadowOrders(): Promise<void> {
  const { company } = world;
  await world.shadowOrder('claimed', { shadowMerchantRef: null });
  await world.shadowOrder('open');
  await world.settle(company);
  await world.name(company, { shadowMerchantRef: 'taverna', orderRefs: ['claimed'] });
  await world.payOutside(company, 'outside', [item('claimed', 1)]);
  await world.claim(company, { claimRef: 'c', linkId: world.taverna, orderRefs: ['claimed'] });
}

/** Payouts with a fee, commission put to work, fees collected and drawn, and a payout of the acquirer. */
async function doTheServicesPart(): Promise<void> {
  const { company, clock, db, run } = world;
  await run((tx) => setRule(tx, 'EUR', { minimum: 50n, fee: 5n, dailyLimit: null }));
  const failed = await world.payOut(company, 'clearing', 200n);
  await run((tx) => returnPayout(shell, tx, clock, failed.id, { to: 'failed', reason: 'No such account' }));
  await world.payOut(company, 'clearing', 300n);
  await world.ask(company, 'clearing', 80n);
  await run((tx) => transferCommission(keyOf(company), tx, clock, company, { amount: 20n, currency: 'EUR' }));
  await world.collectFees();
  const draw = { mode: 'test', currency: 'EUR', amount: 30n, reference: 'march' } as const;
  await run((tx) => drawFees(shell, tx, clock, draw));
  const payout = {
    mode: 'test',
    source: 'card',
    currency: 'EUR',
    amount: 900n,
    fee: 9n,
    reference: 'settled',
  } as const;
  await postAcquirerPayout(shell, { db, clock }, payout);
}

const rolledBack = Symbol('rolled back');

/** What full and incremental verification find after the change: `check: row: problem`, a line each. */
async function found(
  change: (tx: Tx) => Promise<unknown>,
  only?: 'full',
): Promise<{ full: string; incremental: string }> {
  let lines = { full: '', incremental: '' };
  const work = owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`alter table accounts drop constraint accounts_balance_floor`.execute(tx);
    await change(tx);
    const linesOf = async (scope: typeof everything) =>
      (await runChecks(tx, scope)).checks
        .flatMap(({ name, offences }) => offences.map(({ row, problem }) => `${name}: ${row}: ${problem}`))
        .join('\n');
    const full = await linesOf(everything);
    lines = { full, incremental: only === 'full' ? '' : await linesOf(await gatherChanges(tx, marks)) };
    throw rolledBack;
  });
  await work.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return lines;
}

const statement = (text: string) => (tx: Tx) => sql.raw(text).execute(tx);

const accountId = ({ holderId, mode }: Book, name: string): RawBuilder<unknown> => sql`(
  select a.id from accounts a where a.holder_id = ${holderId} and a.mode = ${mode} and a.currency = 'EUR'
    and ${isAccount('a', accountNamed(name))})`;

type Forged = {
  book: Book;
  from: string;
  to: string;
  amount: bigint;
  code: TransferCode;
  of: [SubjectKind, string];
  line?: number;
};

/** Posts by hand, with the balances. */
const forge =
  (make: () => Forged) =>
  async (tx: Tx): Promise<void> => {
    const { book, from, to, amount, code, of, line = 0 } = make();
    const { holderId, mode } = book;
    await sql`
      insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id,
        line, created_at)
      values (${holderId}, ${mode}, 'EUR', ${accountId(book, from)}, ${accountId(book, to)}, ${amount}, ${code}, ${of[0]},
        ${of[1]}, ${line}, now())`.execute(tx);
    for (const [name, delta] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      await sql`update accounts set balance = balance + ${delta} where holder_id = ${holderId}
        and id = ${accountId(book, name)}`.execute(tx);
    }
  };

/** Changes transfers that are there, and the balances with them. */
const reamount = (where: string, by: number) => async (tx: Tx) => {
  await statement(`update accounts a set balance = a.balance + m.delta from (
      select holder_id, account_id, sum(delta) as delta from (
        select holder_id, from_account_id as account_id, -(${by}) as delta from transfers where ${where}
        union all select holder_id, to_account_id, ${by} from transfers where ${where}) x group by 1, 2) m
    where a.holder_id = m.holder_id and a.id = m.account_id`)(tx);
  await statement(`update transfers set amount = amount + ${by} where ${where}`)(tx);
};

/** As if it had never been posted. */
const unpost = (where: string) => async (tx: Tx) => {
  await statement(`update accounts a set balance = a.balance + m.delta from (
      select holder_id, account_id, sum(delta) as delta from (
        select holder_id, from_account_id as account_id, amount as delta from transfers where ${where}
        union all select holder_id, to_account_id, -amount from transfers where ${where}) x group by 1, 2) m
    where a.holder_id = m.holder_id and a.id = m.account_id`)(tx);
  await statement(`delete from transfers where ${where}`)(tx);
};

type Case = [name: string, change: (tx: Tx) => Promise<unknown>, names: RegExp];

const order = (ref: string) => `(select id::text from orders where partner_order_ref = '${ref}')`;

/** Rows that changed and transfers that are new: an incremental verification names them as well. */
const changedRows: Case[] = [
  [
    'a transfer of an invented subject',
    forge(() => ({
      book: world.company,
      from: 'outside:bank',
      to: 'clearing',
      amount: 900n,
      code: 'top_up',
      of: ['top_up', 'top_x'],
    })),
    /top_up top_x .*has a transfer of 900 EUR that nothing asks for/,
  ],
  [
    'a debt recovery of an invented subject',
    forge(() => ({
      book: world.company,
      from: `earnings:${world.taverna}`,
      to: 'clearing',
      amount: 1n,
      code: 'debt_recovery',
      of: ['claim', 'clm_x'],
    })),
    /is a debt_recovery in test mode and EUR of claim:clm_x, which does not exist/,
  ],
  [
    '10.00 from earnings to commission',
    forge(() => ({
      book: world.company,
      from: `earnings:${world.taverna}`,
      to: 'commission',
      amount: 10n,
      code: 'reversal',
      of: ['order_refund', 'ref_x'],
    })),
    /is a reversal of order_refund:ref_x from earnings:\d+ to commission, which is not allowed/,
  ],
  [
    'a reversal for an order that was never refunded',
    async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`select id::text as id from orders where partner_order_ref = 'recovered'`.execute(tx);
      const of: [SubjectKind, string] = ['order', rows[0]?.id as string];
      const from = `earnings:${world.rider}`;
      await forge(() => ({ book: world.company, from, to: 'clearing', amount: 10n, code: 'reversal', of, line: 1 }))(
        tx,
      );
    },
    /order:\d+ .*split 1: took back 10 of what was not cancelled/,
  ],
  [
    'a memo debt from nowhere',
    forge(() => ({
      book: world.company,
      from: 'debts',
      to: `debt:${world.taverna}`,
      amount: 500n,
      code: 'reversal_debt',
      of: ['order_refund', 'ref_x'],
    })),
    /order_refund:ref_x, which does not exist/,
  ],
  [
    'a debt to the service from nowhere',
    forge(() => ({
      book: world.shop,
      from: 'debts',
      to: 'debt',
      amount: 500n,
      code: 'chargeback_debt',
      of: ['dispute', 'dp_1'],
      line: 1,
    })),
    /dispute dp_1 .*withdrawal 1: was posted and nothing asks for it/,
  ],
  [
    'a debt cancelled without money',
    forge(() => ({
      book: world.shop,
      from: 'debt',
      to: 'debts',
      amount: 5n,
      code: 'debt_recovered',
      of: ['dispute_won', 'dp_2'],
      line: 7,
    })),
    /dispute_won:dp_2 \(holder \d+\), recovery 7: paid 0 for a debt of 5/,
  ],
  [
    'the service’s fees drawn without a reference',
    forge(() => ({
      book: service,
      from: 'fees',
      to: 'outside:bank',
      amount: 3n,
      code: 'fees_drawn',
      of: ['fees_drawn', 'april'],
    })),
    /fees_drawn april .*nothing asks for/,
  ],
  [
    'a second capture of a payment, on another line',
    async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`select id from payments where amount = 1000 and order_id is null`.execute(tx);
      const of: [SubjectKind, string] = ['payment', rows[0]?.id as string];
      const route = { from: 'outside:card', to: 'wallet' };
      await forge(() => ({ book: world.shop, ...route, amount: 1_000n, code: 'payment', of, line: 1 }))(tx);
    },
    /payment pay_\w+ .*, payment 1: has a transfer of 1000 EUR that nothing asks for/,
  ],
  [
    'a refund posted in the customer’s book for another’s payment',
    forge(() => ({
      book: world.customer,
      from: 'transit',
      to: 'wallet',
      amount: 30n,
      code: 'refund',
      of: ['refund', 'ref_x'],
    })),
    /refund ref_x .*has a transfer of 30 EUR that nothing asks for/,
  ],
  [
    'a holder’s fees moved to the bank',
    forge(() => ({
      book: world.shop,
      from: 'fees',
      to: 'outside:bank',
      amount: 1n,
      code: 'fees_drawn',
      of: ['fees_drawn', 'march'],
    })),
    /is a fees_drawn of fees_drawn:march from fees to outside:bank, which is not allowed/,
  ],
  [
    'a paid payment in the other mode',
    statement(`update payments set mode = 'live' where amount = 1000 and order_id is null`),
    /payment pay_\w+ \(holder \d+, live\), payment 0: is without its transfer of 1000 EUR/,
  ],
  [
    'an order’s payment in the other mode',
    statement(`update payments set mode = 'live' where order_id is not null`),
    /payment pay_\w+: is in live mode and EUR, and order \d+ in test mode/,
  ],
  [
    'a top-up in the other mode',
    statement(`update top_ups set mode = 'live' where amount = 9000`),
    /top_up top_\w+ \(holder \d+, live\), top_up 0: is without its transfer of 9000 EUR/,
  ],
  [
    'a payout in the other mode',
    statement(`update payouts set mode = 'live' where amount = 300`),
    /payout po_\w+ \(holder \d+, live\), payout 0: is without its transfer of 300 EUR/,
  ],
  [
    'a refund of an order in the other mode',
    statement(`update order_refunds set mode = 'live' where amount = 1000`),
    /refund ref_\w+: is in live mode and EUR, and order \d+ in test mode/,
  ],
  [
    'a refund in another currency than its payment',
    statement(`update refunds set currency = 'USD' where amount = 400`),
    /refund ref_\w+: is in test mode and USD, and payment pay_\w+ in test mode and EUR/,
  ],
  [
    'a claim in the other mode',
    statement(`update shadow_claims set mode = 'live'`),
    /claim clm_\w+: is in live mode, and order \d+ in test mode/,
  ],
  [
    'a payment outside in the other mode',
    statement(`update shadow_payments set mode = 'live'`),
    /payment outside \w+: is in live mode, and order \d+ in test mode/,
  ],
  [
    'a dispute in the other mode',
    statement(`update disputes set mode = 'live' where id = 'dp_1'`),
    /dispute dp_1: is in live mode, and payment pay_\w+ in test mode/,
  ],
  [
    'an order in another currency than its refund',
    statement(`update orders set currency = 'USD' where partner_order_ref = 'drawn'`),
    /refund ref_\w+: is in test mode and EUR, and order \d+ in test mode and USD/,
  ],
  [
    'a payment of a lower fee than was taken',
    statement(`update payments set fee = 50 where amount = 1000 and order_id is null`),
    /payment pay_\w+ .*payment_fee 0: asks for 50 EUR from wallet to fees, posted 100 EUR/,
  ],
  [
    'a refund that says another returned fee',
    statement(`update refunds set fee_returned = 41 where amount = 400`),
    /refund ref_\w+ .*refund_fee 0: asks for 41 EUR from fees to wallet, posted 40 EUR/,
  ],
  [
    'refunds that return more than the fee',
    statement(`update refunds set fee_returned = 400 where amount = 400`),
    /payment pay_\w+: .*400 returned of a fee of 100/,
  ],
  [
    'a refund that failed and was not posted back',
    statement(`update refunds set status = 'failed', failure = 'x' where amount = 400`),
    /refund ref_\w+ .*refund_failed 0: is without its transfer of 400 EUR/,
  ],
  [
    'a payment of another method than it was paid with',
    statement(`update payment_attempts set method = 'card', payer_holder_id = null where method = 'wallet'`),
    /payment pay_\w+ .*payment 0: asks for 300 EUR from outside:card to wallet, posted 300 EUR from transit to wallet/,
  ],
  [
    'a payment that another customer is said to have made',
    statement(`update payment_attempts set payer_holder_id = payer_holder_id + 1 where method = 'wallet'`),
    /payment pay_\w+ .*payment 0: is without its transfer of 300 EUR/,
  ],
  [
    'a late capture that is said to have paid',
    statement(`update payment_attempts set status = 'declined' where status = 'returned'`),
    /attempt att_\w+ .*has a late capture of 70 that nothing asks for/,
  ],
  [
    'a payout with another fee',
    statement(`update payouts set fee = 4 where amount = 300`),
    /payout po_\w+ .*payout_fee 0: asks for 4 EUR from payouts_pending to fees, posted 5 EUR/,
  ],
  [
    'a failed payout that is said to be sent',
    statement(`update payouts set status = 'sent', ended_at = null where amount = 200`),
    /payout po_\w+ .*payout_returned 0: has a transfer of 200 EUR that nothing asks for/,
  ],
  [
    'a payout of another account',
    statement(`update payouts set account_kind = 'commission' where amount = 300`),
    /payout po_\w+ .*asks for 300 EUR from commission to payouts_pending, posted 300 EUR from clearing/,
  ],
  [
    'a dispute of another amount',
    statement(`update disputes set amount = 1999 where id = 'dp_1'`),
    /dispute dp_1 .*took 1999 EUR, with/,
  ],
  [
    'a lost dispute that is said to be won',
    statement(`update disputes set returns = 1 where id = 'dp_1'`),
    /dispute_won dp_1 .*chargeback_reversed 0: is without its transfer of 2000 EUR/,
  ],
  [
    'a won dispute that is said to be lost',
    statement(`update disputes set returns = 0 where id = 'dp_2'`),
    /dispute_won dp_2 .*chargeback_reversed 0: has a transfer of 500 EUR that nothing asks for/,
  ],
  [
    'a dispute of another payment',
    statement(
      `update disputes set payment_id = (select id from payments where amount = 1000 and order_id is null) where id = 'dp_1'`,
    ),
    /dispute dp_1 .*took 2000 EUR/,
  ],
  [
    'fees collected of another amount',
    statement('update fee_collections set amount = amount - 1'),
    /fees \d+:EUR:\S+ \(holder 1, test\), fees_collected 0: asks for \d+ EUR/,
  ],
  [
    'another draw of fees',
    statement('update fee_draws set amount = 31'),
    /fees_drawn march .*asks for 31 EUR from fees/,
  ],
  [
    'an acquirer’s payout with another fee',
    statement('update acquirer_payouts set fee = 8'),
    /acquirer_payout card:settled .*acquirer_fee 0: asks for 8 EUR from fees to outside:card, posted 9 EUR/,
  ],
  [
    'a settled share of another link',
    statement(`update orders set splits = jsonb_set(splits, '{0,ref}', '${999}') where partner_order_ref = 'drawn'`),
    /order \d+ .*split 0: has a reversal_debt in test mode and EUR with debt:\d+, which is not its party's/,
  ],
  [
    'a shadow order of another restaurant',
    statement(`update orders set shadow_merchant_ref = 'other' where partner_order_ref = 'claimed'`),
    /order \d+ .*has a shadow_named .*which is not its party's/,
  ],
  [
    'a settlement in the other mode, and its orders',
    statement(`update settlements set mode = 'live'; update orders set updated_at = now()`),
    /order \d+ .*was settled by a settlement of another mode/,
  ],
];

/** Transfers below the mark and events that were changed, and rows removed: a full verification names them. */
const oldTransfers: Case[] = [
  [
    'an event in the other mode',
    statement(`update events set mode = 'live' where type = 'payout.requested'`),
    /event evt_\w+: is in live mode, and payout po_\w+ in test mode/,
  ],
  [
    'a deleted row of commission put to work',
    statement('delete from commission_transfers'),
    /transfer trf_\w+ .*nothing asks for/,
  ],
  [
    'a fee 50.00 too high',
    reamount(`code = 'payment_fee' and amount = 100`, 50),
    /payment pay_\w+ .*payment_fee 0: asks for 100 EUR from wallet to fees, posted 150 EUR/,
  ],
  [
    'a returned fee that is too high',
    reamount(`code = 'refund_fee' and amount = 40`, 5),
    /refund ref_\w+ .*refund_fee 0: asks for 40 EUR from fees to wallet, posted 45 EUR/,
  ],
  [
    'a deleted top-up transfer',
    unpost(`code = 'top_up' and amount = 9000`),
    /top_up top_\w+ .*is without its transfer of 9000 EUR/,
  ],
  [
    'a deleted commission transfer',
    unpost(`code = 'commission_to_clearing'`),
    /transfer trf_\w+ .*is without its transfer of 20 EUR/,
  ],
  [
    'a late capture that was kept',
    unpost(`code = 'late_capture_return'`),
    /attempt att_\w+ .*came late with 70, 70 posted and 0 returned/,
  ],
  [
    'a late capture returned in part',
    reamount(`code = 'late_capture_return'`, -1),
    /attempt att_\w+ .*came late with 70, 70 posted and 69 returned/,
  ],
  [
    'a chargeback that took less',
    reamount(`code = 'chargeback'`, -1),
    /dispute dp_1 .*took 2000 EUR, with 282 EUR posted/,
  ],
  [
    'an advance that never reached the holder',
    unpost(`code = 'chargeback_advance' and holder_id <> 1`),
    /dispute dp_1 .*advanced, 0 of it received/,
  ],
  [
    'a debt that was not written down',
    unpost(`code = 'chargeback_debt'`),
    /advances \(test, EUR\): the service has advanced/,
  ],
  [
    'a recovery that paid less than the debt',
    reamount(`code = 'debt_recovery' and holder_id <> 1 and subject_kind = 'order'`, -1),
    /order:\d+ .*recovery 0: paid \d+ for a debt of \d+/,
  ],
  [
    'a recovery that the service did not receive',
    unpost(`code = 'debt_recovery' and holder_id = 1`),
    /recovery 0: paid (\d+) for a debt of \1, of which the service received 0/,
  ],
  [
    'a recovery of another link’s debt',
    statement(`update transfers t set from_account_id = a.id from accounts a
      where t.code = 'debt_recovery' and t.subject_kind = 'order' and a.holder_id = t.holder_id and a.kind = 'earnings'
        and a.id <> t.from_account_id`),
    /order:\d+ .*recovery 0: paid/,
  ],
  [
    'a recovery of another settlement than its order’s',
    statement(`update transfers set settlement_id = settlement_id - 1 where code in ('debt_recovery', 'debt_recovered')
      and settlement_id is not null`),
    /transfer \d+ .*names settlement \d+, its order is of \d+/,
  ],
  [
    'a share of another settlement',
    statement(
      `update transfers set settlement_id = settlement_id + 1 where code = 'settlement' and subject_id = ${order('drawn')}`,
    ),
    /order \d+ .*split 0: asks for 700/,
  ],
  [
    'a payout that names a settlement',
    statement(
      `update transfers set settlement_id = (select max(id) from settlements) where code = 'payout' and amount = 300`,
    ),
    /is a payout of payout:po_\w+ and names settlement \d+/,
  ],
  [
    'a reversal from another party',
    statement(`update transfers t set from_account_id = a.id from accounts a
      where t.code = 'reversal' and t.line = 1 and t.subject_kind = 'order_refund' and a.holder_id = t.holder_id
        and a.kind = 'earnings' and a.id <> t.from_account_id`),
    /order \d+ .*split 1: has a reversal in test mode and EUR with earnings:\d+, which is not its party's/,
  ],
  [
    'a payment into another account',
    statement(`update transfers t set to_account_id = a.id from accounts a
      where t.code = 'payment' and t.amount = 1000 and a.holder_id = t.holder_id and a.kind = 'fees' and t.from_account_id <> a.id
        and t.holder_id = (select holder_id from payments where order_id is null limit 1)`),
    /is a payment of payment:pay_\w+ from outside:card to fees, which is not allowed/,
  ],
  [
    'a payment from another source',
    statement(`update transfers t set from_account_id = a.id from accounts a
      where t.code = 'payment' and t.amount = 1000 and a.holder_id = t.holder_id and a.kind = 'outside' and a.source = 'onlinewallet'`),
    /payment pay_\w+ .*asks for 1000 EUR from outside:card to wallet, posted 1000 EUR from outside:onlinewallet/,
  ],
  [
    'a transfer moved to another book',
    statement(`update transfers set holder_id = 2 where code = 'fees_drawn'`),
    /fees_drawn march \(holder 1, test\), fees_drawn 0: is without its transfer of 30 EUR/,
  ],
  [
    'a payout returned once less',
    unpost(`code = 'payout_fee_returned'`),
    /payout po_\w+ .*payout_fee_returned 0: is without its transfer of 5 EUR/,
  ],
  [
    'a claim that kept the shadow balance',
    unpost(`code = 'shadow_claimed'`),
    /shadow_claimed 0: is without its transfer of \d+/,
  ],
];

describe('a change that a full verification names, and an incremental one as well', () => {
  it.each(changedRows)('%s', async (_name, change, names) => {
    const { full, incremental } = await found(change);
    expect(full).toMatch(names);
    expect(incremental).toMatch(names);
  });
});

describe('a change below the mark, which a full verification names', () => {
  it.each(oldTransfers)('%s', async (_name, change, names) => {
    expect((await found(change, 'full')).full).toMatch(names);
  });
});

describe('a change that the database refuses', () => {
  it.each([
    ['the mode of a refunded payment', `update payments set mode = 'live' where amount = 1000`, 'refunds_payment'],
    ['the mode of a disputed payment', `update payments set mode = 'live' where amount = 2000`, 'disputes_payment'],
    ['the mode of a payment’s refund', `update refunds set mode = 'live' where amount = 400`, 'refunds_payment'],
    ['the mode of a dispute', `update disputes set mode = 'live' where id = 'dp_1'`, 'disputes_payment'],
    [
      'the mode of an order’s refund that paid a customer',
      `update order_refunds set mode = 'live' where payment_refund_id is not null`,
      'order_refunds_payment_refund_key',
    ],
    [
      'a second attempt that paid',
      `update payment_attempts set status = 'succeeded' where status = 'returned'`,
      'payment_attempts_one_succeeded',
    ],
  ])('%s', async (_name, change, constraint) => {
    await expect(world.database.owner.query(change)).rejects.toMatchObject({ constraint });
  });
});

it('nothing is named where nothing was changed', async () => {
  expect(await found(async () => {})).toEqual({ full: '', incremental: '' });
  // Nor in what the incremental one reads again although nothing changed: every row and its companions.
  const touched = await found(async (tx) => {
    for (const table of ['payments', 'refunds', 'orders', 'order_refunds', 'payouts', 'top_ups', 'disputes']) {
      await statement(`update ${table} set mode = mode`)(tx);
    }
  });
  expect(touched).toEqual({ full: '', incremental: '' });
});

it.each(['payments', 'refunds', 'disputes', 'payment_attempts', 'fee_collections', 'orders', 'order_refunds'])(
  'nothing is named when only %s were written since',
  async (table) => {
    expect((await found(statement(`update ${table} set created_at = created_at`))).incremental).toBe('');
  },
);
