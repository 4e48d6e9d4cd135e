/** All SQL of the shadow ledger's own records: payments outside, claims, and invitations of restaurants. */

import { int4, int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows } from '../../base/database/unnested.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Subject } from '../../core/ledger/subject.ts';
import type { ClaimLine } from './plan-claim.ts';

export type ShadowPayment = Book & {
  id: string;
  paymentRef: string;
  reference: string | null;
  requestHash: Buffer;
  createdAt: Date;
};

/** A share in a record: the index of the split, and minor units. */
type RecordLine = RowOf<typeof recordLine>;

const recordLine = { orderId: int8, split: int4, amount: int8 };

/** A share of a record as shown to the company. */
export type ShownLine = RecordLine & { partnerOrderRef: string; currency: string; type: 'merchant' | 'courier' };

/**
 * @returns false when the book already has this `payment_ref`. A concurrent insert waits for the first one's commit.
 */
export async function insertPayment(tx: Tx, payment: ShadowPayment): Promise<boolean> {
  const { holderId, id, mode, paymentRef, reference, requestHash, createdAt } = payment;
  const result = await tx
    .insertInto('shadowPayments')
    .values({ holderId, id, mode, paymentRef, reference, requestHash, createdAt })
    .onConflict((conflict) => conflict.columns(['holderId', 'mode', 'paymentRef']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findPaidOutside(
  db: Database | Tx,
  { holderId, mode }: Book,
  paymentRef: string,
): Promise<ShadowPayment | undefined> {
  return db
    .selectFrom('shadowPayments')
    .select(['holderId', 'id', 'mode', 'paymentRef', 'reference', 'requestHash', 'createdAt'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('paymentRef', '=', paymentRef)
    .executeTakeFirst();
}

const sentLines = sentRows<RecordLine & { line: number }>()({ line: int4, orderId: int8, split: int4, amount: int8 });

const numbered = (lines: readonly RecordLine[]) => lines.map((one, line) => ({ ...one, line }));

export async function insertPaymentLines(
  tx: Tx,
  holderId: bigint,
  paymentId: string,
  lines: readonly RecordLine[],
): Promise<void> {
  await command`
    insert into shadow_payment_lines (holder_id, payment_id, ${sentLines.names})
    select ${holderId}::bigint, ${paymentId}, l.* from ${sentLines.as('l', numbered(lines))}`.execute(tx);
}

export async function listPaymentLines(db: Database | Tx, holderId: bigint, paymentId: string): Promise<ShownLine[]> {
  return query({ ...recordLine, partnerOrderRef: text, currency: text, type: oneOf('merchant', 'courier') })`
    select l.order_id as "orderId", l.split, l.amount, o.partner_order_ref as "partnerOrderRef", o.currency,
      o.splits -> l.split ->> 'type' as type
    from shadow_payment_lines l
    join orders o on o.holder_id = l.holder_id and o.id = l.order_id
    where l.holder_id = ${holderId} and l.payment_id = ${paymentId} order by l.line`.execute(db);
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

/** @returns false when the book already has this `claim_ref`. A concurrent insert waits for the first one's commit. */
export async function insertClaim(tx: Tx, claim: ShadowClaim): Promise<boolean> {
  const { holderId, id, mode, claimRef, shadowMerchantRef, linkId, requestHash, ordersLeft, createdAt } = claim;
  const result = await tx
    .insertInto('shadowClaims')
    .values({ holderId, id, mode, claimRef, shadowMerchantRef, linkId, requestHash, ordersLeft, createdAt })
    .onConflict((conflict) => conflict.columns(['holderId', 'mode', 'claimRef']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findClaim(
  db: Database | Tx,
  { holderId, mode }: Book,
  claimRef: string,
): Promise<ShadowClaim | undefined> {
  return db
    .selectFrom('shadowClaims')
    .select(['holderId', 'id', 'mode', 'claimRef', 'shadowMerchantRef'])
    .select(['linkId', 'requestHash', 'ordersLeft', 'createdAt'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('claimRef', '=', claimRef)
    .executeTakeFirst();
}

/** Stores the lines and the result of a claim whose row this transaction inserted. */
export async function completeClaim(
  tx: Tx,
  { holderId, id }: Pick<ShadowClaim, 'holderId' | 'id'>,
  lines: readonly ClaimLine[],
  ordersLeft: number,
): Promise<void> {
  await command`
    insert into shadow_claim_lines (holder_id, claim_id, ${sentLines.names})
    select ${holderId}::bigint, ${id}, l.* from ${sentLines.as('l', numbered(lines))}`.execute(tx);
  await tx
    .updateTable('shadowClaims')
    .set({ ordersLeft })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
}

export async function listClaimLines(db: Database | Tx, holderId: bigint, claimId: string): Promise<ClaimLine[]> {
  return query({ ...recordLine, partnerOrderRef: text, currency: text })`
    select l.order_id as "orderId", o.partner_order_ref as "partnerOrderRef", o.currency, l.split, l.amount
    from shadow_claim_lines l
    join orders o on o.holder_id = l.holder_id and o.id = l.order_id
    where l.holder_id = ${holderId} and l.claim_id = ${claimId} order by l.line`.execute(db);
}

/** Debts of the link recovered into clearing by a claim; minor units by currency. */
export async function sumRecovered(
  db: Database | Tx,
  { holderId, mode }: Book,
  subject: Subject,
): Promise<Map<string, bigint>> {
  const rows = await query({ currency: text, amount: int8 })`
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
  await tx
    .insertInto('shadowInvitations')
    .values({ holderId, mode, shadowMerchantRef, invitationId, createdAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type ShadowInvitation = { shadowMerchantRef: string; invitationId: string; createdAt: Date };

/** Invitations for these restaurants, newest first. */
export async function listShadowInvitations(
  db: Database | Tx,
  { holderId, mode }: Book,
  refs: readonly string[],
): Promise<ShadowInvitation[]> {
  return db
    .selectFrom('shadowInvitations')
    .select(['shadowMerchantRef', 'invitationId', 'createdAt'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where(condition`shadow_merchant_ref = any(${[...refs]}::text[])`)
    .orderBy('createdAt', 'desc')
    .orderBy('invitationId')
    .execute();
}
