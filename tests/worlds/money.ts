/**
 * For tests that need money somewhere before they begin: it comes and goes with the rows that it belongs to, so that the
 * ledger's verification has something to compare it with. Without events and jobs.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keepRow } from '../../src/base/database/kept-rows.ts';
import { newPublicId } from '../../src/base/database/public-id.ts';
import type { Tx } from '../../src/base/database/transaction.ts';
import {
  type AccountRef,
  accountIn,
  isShadow,
  ledgerAccount,
  type OutsideSource,
} from '../../src/core/ledger/accounts.ts';
import { debtDraft } from '../../src/core/ledger/debts.ts';
import { post } from '../../src/core/ledger/post.ts';
import { subjectOf } from '../../src/core/ledger/subject.ts';
import type { TransferDraft } from '../../src/core/ledger/transfer.ts';
import type { Payment } from '../../src/features/payments/payment.ts';
import { captureDrafts, chargebackDrafts, refundDrafts, type Source } from '../../src/features/payments/postings.ts';
import { insertBankAccount } from '../../src/features/payouts/bank-accounts.repository.ts';
import type { Payout } from '../../src/features/payouts/payout.ts';
import { drawnColumnsOf } from '../../src/features/payouts/payout.ts';
import { requestedDrafts, sentDrafts } from '../../src/features/payouts/payout-postings.ts';
import { insertCommissionTransfer } from '../../src/features/wallets/commission-transfers.repository.ts';
import { postsByHand } from './watch-clearing.ts';

type PaymentFacts = Pick<Payment, 'holderId' | 'id' | 'mode' | 'amount' | 'currency'>;
/** A payment of no order, as far as its transfers need it. */
const paymentOf = (facts: PaymentFacts): Payment => ({ ...facts, orderId: null }) as Payment;

/**
 * One transfer with the row that it belongs to, which is written here: a top-up, a share of an order that settles, a
 * payout that is requested, or commission moved to clearing. The caller posts it.
 */
export function draftWithRow(
  tx: Tx,
  from: AccountRef,
  to: AccountRef,
  amount: bigint,
  at: Date,
): Promise<TransferDraft> {
  if (from.kind === 'outside') return topUpDraft(tx, from, to, amount, at);
  if (to.kind === 'payouts_pending') return payoutDraft(tx, from, to, amount, at);
  if (from.kind === 'commission') return commissionDraft(tx, from, to, amount, at);
  return shareDraft(tx, from, to, amount, at);
}

async function topUpDraft(tx: Tx, from: AccountRef, to: AccountRef, amount: bigint, at: Date): Promise<TransferDraft> {
  const { holderId, mode, currency } = to;
  const id = newPublicId('top', holderId);
  await postsByHand(tx);
  await sql`
    insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, succeeded_at)
    values (${holderId}, ${id}, ${mode}, 'succeeded', ${to.kind}, ${from.source}, ${amount}, ${currency}, ${at}, ${at})`.execute(
    tx,
  );
  if (mode === 'live') {
    await sql`
      insert into audit_log (actor_kind, actor_id, holder_id, mode, action, object_kind, object_id, after)
      values ('command', 'tester', ${holderId}, 'live', 'top_ups.confirm', 'top_up', ${id},
        jsonb_build_object('amount', ${amount}::bigint, 'currency', ${currency}::text, 'wallet', ${to.kind}::text))`.execute(
      tx,
    );
  }
  return { from, to, amount, code: 'top_up', subject: subjectOf.topUp(id), line: 0 };
}

/** An order of one share that is settled as it is recorded. */
async function shareDraft(tx: Tx, from: AccountRef, to: AccountRef, amount: bigint, at: Date): Promise<TransferDraft> {
  const { holderId, mode, currency, linkId } = to;
  const links = await sql<{ type: string }>`
    select type from links where company_id = ${holderId} and id = ${linkId}`.execute(tx);
  const type = linkId === null ? 'partner' : (links.rows[0]?.type ?? 'merchant');
  const splits = JSON.stringify([{ type, ref: linkId === null ? null : Number(linkId), amount: Number(amount) }]);
  const { rows } = await sql<{ id: bigint; settlementId: bigint }>`
    with run as (
      insert into settlements (holder_id, mode, status, trigger, orders_settled, started_at, progressed_at, finished_at)
      values (${holderId}, ${mode}, 'done', 'command', 1, ${at}, ${at}, ${at}) returning id)
    insert into orders (holder_id, mode, partner_order_ref, payment_source, payment_status, settlement_status, total_amount,
      currency, splits, is_shadow, settlement_id, attempt_id, created_at, updated_at, paid_at, settled_at)
    select ${holderId}, ${mode}, ${`earned-${randomUUID()}`}, 'cod', 'paid', 'settled', ${amount}, ${currency}, ${splits}::jsonb,
      ${isShadow(to)}, id, gen_random_uuid(), ${at}, ${at}, ${at}, ${at} from run
    returning id, settlement_id as "settlementId"`.execute(tx);
  const { id, settlementId } = rows[0] as { id: bigint; settlementId: bigint };
  return { from, to, amount, code: 'settlement', subject: subjectOf.order(id), line: 0, settlementId };
}

async function commissionDraft(
  tx: Tx,
  from: AccountRef,
  to: AccountRef,
  amount: bigint,
  at: Date,
): Promise<TransferDraft> {
  const { holderId, mode, currency } = from;
  const id = newPublicId('trf', holderId);
  await postsByHand(tx);
  await insertCommissionTransfer(tx, holderId, { id, mode, currency, amount, createdAt: at });
  return { from, to, amount, code: 'commission_to_clearing', subject: subjectOf.transfer(id), line: 0 };
}

async function payoutDraft(tx: Tx, from: AccountRef, to: AccountRef, amount: bigint, at: Date): Promise<TransferDraft> {
  const { id } = await insertPayout(tx, from, amount, 'requested', at);
  return { from, to, amount, code: 'payout', subject: subjectOf.payout(id), line: 0 };
}

const endedAccount = {
  status: 'ended',
  currency: null,
  accountName: 'Ended',
  iban: 'DE89370400440532013000',
  accountNumber: null,
  bankCode: null,
  country: 'DE',
} as const;

/** Whose bank account it is, if there is nobody yet. Made first by whoever then pays out to several at once. */
export async function makeOwner(tx: Tx, id: bigint): Promise<void> {
  const made = await sql`
    insert into holders (id, kind, name) values (${id}, 'customer', 'Owner') on conflict do nothing`.execute(tx);
  if (made.numAffectedRows !== 0n) await keepRow(tx, 'holders', { id });
}

/** A payout without a fee, to a bank account that has ended since. Nothing is posted. */
async function insertPayout(
  tx: Tx,
  from: AccountRef,
  amount: bigint,
  status: 'requested' | 'completed',
  at: Date,
): Promise<Payout> {
  const { holderId, mode, currency, linkId } = from;
  const id = newPublicId('po', holderId);
  const drawn = drawnColumnsOf(from);
  if (drawn === undefined) throw new Error(`nothing is paid out of ${from.kind}`);
  const owners = await sql<{ id: bigint }>`
    select holder_id as id from links where company_id = ${holderId} and id = ${linkId}`.execute(tx);
  const ownerHolderId = owners.rows[0]?.id ?? holderId;
  const done = status === 'completed' ? at : null;
  await makeOwner(tx, ownerHolderId);
  const bankAccountId = newPublicId('ba', ownerHolderId);
  await insertBankAccount(
    tx,
    { ...endedAccount, holderId: ownerHolderId, id: bankAccountId, createdAt: at, endedAt: at },
    null,
  );
  await sql`
    insert into payouts (holder_id, id, mode, owner_holder_id, status, amount, fee, currency, bank_account_id, account_kind,
      link_id, created_at, updated_at, approved_at, sent_at, ended_at)
    values (${holderId}, ${id}, ${mode}, ${ownerHolderId}, ${status}, ${amount}, 0, ${currency},
      ${bankAccountId}, ${drawn.accountKind}, ${drawn.linkId}, ${at}, ${at}, ${done}, ${done}, ${done})`.execute(tx);
  return { holderId, id, mode, currency, amount, fee: 0n, ...drawn } as Payout;
}

/** Money from outside in an account: a top-up, an order that was settled, or a payment's fee. In minor units. */
export async function bringIn(
  tx: Tx,
  to: AccountRef,
  amount: bigint,
  at: Date,
  source: OutsideSource = 'card',
): Promise<void> {
  if (to.kind === 'fees') {
    await pay(tx, to, { amount, fee: amount }, at);
    return;
  }
  if (isShadow(to)) {
    await post(tx, [await draftWithRow(tx, accountIn(to, ledgerAccount.shadowClearing), to, amount, at)], at);
    return;
  }
  const isOwn = to.kind === 'wallet' || to.kind === 'clearing';
  const first = isOwn ? to : accountIn(to, ledgerAccount.clearing);
  await post(tx, [await draftWithRow(tx, accountIn(to, ledgerAccount.outside(source)), first, amount, at)], at);
  if (!isOwn) await post(tx, [await draftWithRow(tx, first, to, amount, at)], at);
}

type PaymentTerms = { amount: bigint; fee: bigint; source?: Source };

/** A payment into the book's wallet, by card unless told otherwise. @returns its id. */
export async function pay(
  tx: Tx,
  { holderId, mode, currency }: AccountRef,
  { amount, fee, source = { method: 'card' } }: PaymentTerms,
  at: Date,
): Promise<string> {
  const id = newPublicId('pay', holderId);
  await sql`
    insert into payments (holder_id, id, mode, base, status, amount, fee, currency, trx_id, payer_name, created_at, expires_at,
      paid_at, updated_at)
    values (${holderId}, ${id}, ${mode}, 'api', 'succeeded', ${amount}, ${fee}, ${currency}, ${newPublicId('trx', holderId)},
      'Ada', ${at}, ${at}, ${at}, ${at})`.execute(tx);
  await sql`
    insert into payment_attempts (holder_id, payment_id, number, id, provider, provider_ref, method, status, payer_holder_id, created_at,
      updated_at)
    values (${holderId}, ${id}, 1, ${newPublicId('att', holderId)}, 'simulator', ${`ref_${id}`}, ${source.method}, 'succeeded',
      ${source.method === 'wallet' ? source.customerHolderId : null}, ${at}, ${at})`.execute(tx);
  await post(tx, captureDrafts(paymentOf({ holderId, id, mode, amount, currency }), source, fee), at);
  return id;
}

/** Money leaves an account for the bank: a payout without a fee. */
export async function drawOut(tx: Tx, from: AccountRef, amount: bigint, at: Date): Promise<void> {
  const payout = await insertPayout(tx, from, amount, 'completed', at);
  await post(tx, [...requestedDrafts(payout), ...sentDrafts(payout)], at);
}

/**
 * A link owes its company: an order was settled to it, it drew the money, and the order was refunded. The money came
 * from the bank and went there.
 */
export async function makeLinkOwe(tx: Tx, earnings: AccountRef, amount: bigint, at: Date): Promise<void> {
  const { holderId, mode, currency } = earnings;
  const clearing = accountIn(earnings, ledgerAccount.clearing);
  await bringIn(tx, clearing, amount, at, 'bank');
  const share = await draftWithRow(tx, clearing, earnings, amount, at);
  await post(tx, [share], at);
  await drawOut(tx, earnings, amount, at);
  const orderId = BigInt(share.subject.id);
  const id = newPublicId('ref', holderId);
  await sql`
    insert into order_refunds (holder_id, id, mode, order_id, refund_ref, status, amount, currency, request_hash, taken,
      before_settlement, created_at, updated_at)
    values (${holderId}, ${id}, ${mode}, ${orderId}, 'owed', 'succeeded', ${amount}, ${currency}, sha256(''),
      array[${amount}::bigint], false, ${at}, ${at})`.execute(tx);
  await sql`
    update orders set payment_status = 'refunded', settlement_status = 'reversed', refunded_amount = ${amount},
      reversed = array[${amount}::bigint]
    where holder_id = ${holderId} and id = ${orderId}`.execute(tx);
  const debt = { amount, code: 'reversal_debt', subject: subjectOf.orderRefund(id), line: 0 } as const;
  await post(tx, [debtDraft(earnings, debt)], at);
}

/**
 * A holder owes the service: a payment by card was drawn to the bank and then charged back. What the service advanced
 * stands in `transit`.
 */
export async function makeHolderOwe(tx: Tx, wallet: AccountRef, amount: bigint, at: Date): Promise<void> {
  const { holderId, mode, currency } = wallet;
  const paymentId = await pay(tx, wallet, { amount, fee: 0n }, at);
  await drawOut(tx, wallet, amount, at);
  const payment = paymentOf({ holderId, id: paymentId, mode, amount, currency });
  const disputeId = `dp_${randomUUID()}`;
  await sql`
    insert into disputes (holder_id, id, mode, payment_id, currency, amount, withdrawals, created_at, updated_at)
    values (${holderId}, ${disputeId}, ${mode}, ${paymentId}, ${currency}, ${amount}, 1, ${at}, ${at})`.execute(tx);
  await sql`update payments set charged_back_amount = ${amount} where holder_id = ${holderId} and id = ${paymentId}`.execute(
    tx,
  );
  await post(tx, chargebackDrafts(payment, 'card', { disputeId, amount, currency, turn: 0 }, 0n), at);
}

/** The payment that brought a book's fees is refunded, in part or whole, and its fee returns with it. */
export async function refundFees(tx: Tx, fees: AccountRef, amount: bigint, at: Date): Promise<void> {
  const { holderId, mode, currency } = fees;
  const { rows } = await sql<{ id: string; amount: bigint }>`
    select id, amount from payments
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and fee >= ${amount}
    order by created_at desc limit 1`.execute(tx);
  const paid = rows[0] as { id: string; amount: bigint };
  const refund = { id: newPublicId('ref', holderId), amount, feeReturned: amount };
  await sql`
    insert into refunds (holder_id, id, mode, payment_id, refund_ref, status, amount, currency, fee_returned, created_at, updated_at)
    values (${holderId}, ${refund.id}, ${mode}, ${paid.id}, 'fees', 'succeeded', ${amount}, ${currency}, ${amount}, ${at}, ${at})`.execute(
    tx,
  );
  await sql`
    update payments set refunded_amount = ${amount},
      status = case when amount = ${amount} then 'refunded' else 'partially_refunded' end
    where holder_id = ${holderId} and id = ${paid.id}`.execute(tx);
  const payment = paymentOf({ holderId, id: paid.id, mode, amount: paid.amount, currency });
  await post(tx, refundDrafts(payment, { method: 'card' }, refund), at);
}
