/** All SQL of the shadow ledger's own records: payments outside, claims, and invitations of restaurants. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';
import type { Subject } from '../ledger/subject.ts';
import type { ClaimLine } from './plan-claim.ts';

export type ShadowPayment = Book & {
  id: string;
  paymentRef: string;
  reference: string | null;
  requestHash: Buffer;
  createdAt: Date;
};

/** A share of a record: the split's place in the order, and minor units. */
export type RecordLine = { orderId: bigint; split: number; amount: bigint };

/** A share as a record shows it. */
export type ShownLine = RecordLine & { partnerOrderRef: string; currency: string; type: 'merchant' | 'courier' };

/** @returns false when the book has this `payment_ref`; a second one waits here for the first one's commit. */
export async function insertPayment(tx: Tx, payment: ShadowPayment): Promise<boolean> {
  const result = await sql`
    insert into shadow_payments (holder_id, id, mode, payment_ref, reference, request_hash, created_at)
    values (${payment.holderId}, ${payment.id}, ${payment.mode}, ${payment.paymentRef}, ${payment.reference},
      ${payment.requestHash}, ${payment.createdAt})
    on conflict (holder_id, mode, payment_ref) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function findPaidOutside(
  db: Database | Tx,
  { holderId, mode }: Book,
  paymentRef: string,
): Promise<ShadowPayment | undefined> {
  const { rows } = await sql<ShadowPayment>`
    select holder_id as "holderId", id, mode, payment_ref as "paymentRef", reference, request_hash as "requestHash",
      created_at as "createdAt"
    from shadow_payments
    where holder_id = ${holderId} and mode = ${mode} and payment_ref = ${paymentRef}`.execute(db);
  return rows[0];
}

export async function insertPaymentLines(
  tx: Tx,
  holderId: bigint,
  paymentId: string,
  lines: readonly RecordLine[],
): Promise<void> {
  await sql`
    insert into shadow_payment_lines (holder_id, payment_id, line, order_id, split, amount)
    select ${holderId}::bigint, ${paymentId}, l.n - 1, l.order_id, l.split, l.amount
    from unnest(${lines.map((l) => l.orderId)}::bigint[], ${lines.map((l) => l.split)}::integer[],
      ${lines.map((l) => l.amount)}::bigint[]) with ordinality as l (order_id, split, amount, n)`.execute(tx);
}

export async function listPaymentLines(db: Database | Tx, holderId: bigint, paymentId: string): Promise<ShownLine[]> {
  const { rows } = await sql<ShownLine>`
    select l.order_id as "orderId", l.split, l.amount, o.partner_order_ref as "partnerOrderRef", o.currency,
      o.splits -> l.split ->> 'type' as type
    from shadow_payment_lines l
    join orders o on o.holder_id = l.holder_id and o.id = l.order_id
    where l.holder_id = ${holderId} and l.payment_id = ${paymentId} order by l.line`.execute(db);
  return rows;
}

export type ShadowClaim = Book & {
  id: string;
  claimRef: string;
  shadowMerchantRef: string;
  linkId: bigint;
  requestHash: Buffer;
  ordersLeft: number;
  createdAt: Date;
};

/** @returns false when the book has this `claim_ref`; a second one waits here for the first one's commit. */
export async function insertClaim(tx: Tx, claim: ShadowClaim): Promise<boolean> {
  const result = await sql`
    insert into shadow_claims (holder_id, id, mode, claim_ref, shadow_merchant_ref, link_id, request_hash, orders_left,
      created_at)
    values (${claim.holderId}, ${claim.id}, ${claim.mode}, ${claim.claimRef}, ${claim.shadowMerchantRef},
      ${claim.linkId}, ${claim.requestHash}, ${claim.ordersLeft}, ${claim.createdAt})
    on conflict (holder_id, mode, claim_ref) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function findClaim(
  db: Database | Tx,
  { holderId, mode }: Book,
  claimRef: string,
): Promise<ShadowClaim | undefined> {
  const { rows } = await sql<ShadowClaim>`
    select holder_id as "holderId", id, mode, claim_ref as "claimRef", shadow_merchant_ref as "shadowMerchantRef",
      link_id as "linkId", request_hash as "requestHash", orders_left as "ordersLeft", created_at as "createdAt"
    from shadow_claims where holder_id = ${holderId} and mode = ${mode} and claim_ref = ${claimRef}`.execute(db);
  return rows[0];
}

/** The lines of a claim that is being made, and what it left; its row was inserted by this transaction. */
export async function completeClaim(
  tx: Tx,
  { holderId, id }: Pick<ShadowClaim, 'holderId' | 'id'>,
  lines: readonly ClaimLine[],
  ordersLeft: number,
): Promise<void> {
  await sql`
    insert into shadow_claim_lines (holder_id, claim_id, line, order_id, split, amount)
    select ${holderId}::bigint, ${id}, l.n - 1, l.order_id, l.split, l.amount
    from unnest(${lines.map((l) => l.orderId)}::bigint[], ${lines.map((l) => l.split)}::integer[],
      ${lines.map((l) => l.amount)}::bigint[]) with ordinality as l (order_id, split, amount, n)`.execute(tx);
  await sql`
    update shadow_claims set orders_left = ${ordersLeft} where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

export async function listClaimLines(db: Database | Tx, holderId: bigint, claimId: string): Promise<ClaimLine[]> {
  const { rows } = await sql<ClaimLine>`
    select l.order_id as "orderId", o.partner_order_ref as "partnerOrderRef", o.currency, l.split, l.amount
    from shadow_claim_lines l
    join orders o on o.holder_id = l.holder_id and o.id = l.order_id
    where l.holder_id = ${holderId} and l.claim_id = ${claimId} order by l.line`.execute(db);
  return rows;
}

/** What of a claim went back to clearing at once, because the link owed it; minor units by currency. */
export async function sumRecovered(
  db: Database | Tx,
  { holderId, mode }: Book,
  subject: Subject,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    select t.currency, sum(t.amount)::bigint as amount from transfers t
    join accounts a on a.holder_id = t.holder_id and a.id = t.from_account_id and a.kind = 'earnings'
    where t.holder_id = ${holderId} and t.mode = ${mode} and t.subject_kind = ${subject.kind}
      and t.subject_id = ${subject.id} and t.code = 'debt_recovery'
    group by t.currency`.execute(db);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

export async function insertShadowInvitation(
  tx: Tx,
  { holderId, mode }: Book,
  shadowMerchantRef: string,
  invitationId: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into shadow_invitations (holder_id, mode, shadow_merchant_ref, invitation_id, created_at)
    values (${holderId}, ${mode}, ${shadowMerchantRef}, ${invitationId}, ${at})
    on conflict do nothing`.execute(tx);
}

export type ShadowInvitation = { shadowMerchantRef: string; invitationId: string; createdAt: Date };

/** Invitations for these restaurants, newest first. */
export async function listShadowInvitations(
  db: Database | Tx,
  { holderId, mode }: Book,
  refs: readonly string[],
): Promise<ShadowInvitation[]> {
  const { rows } = await sql<ShadowInvitation>`
    select shadow_merchant_ref as "shadowMerchantRef", invitation_id as "invitationId", created_at as "createdAt"
    from shadow_invitations
    where holder_id = ${holderId} and mode = ${mode} and shadow_merchant_ref = any(${[...refs]}::text[])
    order by created_at desc, invitation_id`.execute(db);
  return rows;
}
