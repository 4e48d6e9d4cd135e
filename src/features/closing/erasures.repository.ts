/**
 * SQL on people whose account was deleted, and on the rows that still name them. Each step changes a bounded number of
 * rows, in the order of their ids, and finds nothing when it is run again.
 */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, int8Array, narrowed, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { deletedEmail, deletedName, deletedPayer } from '../../core/seals/retention.ts';
import { forgetSalts } from '../../core/seals/sealed-rows.repository.ts';
import { lockSeals } from '../../core/seals/seals.repository.ts';
import { takeFromCustomers } from '../payments/customers/assign-customers.repository.ts';

const erasure = {
  personId: text,
  requestedAt: timestamptz,
  email: narrowed(text),
  name: narrowed(text),
  /** Their own wallets and couriers' accounts. */
  holderIds: int8Array,
};
export type Erasure = RowOf<typeof erasure>;

const lockClass = 5_116;

/**
 * Asks for a person to be erased, while they are still there and still a member of their accounts. Through a function of the
 * owner, which reads for itself what they are called and which accounts only they have.
 */
export async function requestErasure(tx: Tx, personId: string, requestedAt: Date): Promise<void> {
  await query({ asked: text })`
    select request_erasure(${personId}, ${requestedAt})::text as asked`.execute(tx);
}

/** One that is not finished; locked, so that two workers take turns. */
export async function lockErasure(tx: Tx, personId: string): Promise<Erasure | undefined> {
  await command`select pg_advisory_xact_lock(hashtextextended(${personId}::text, ${lockClass}::bigint))`.execute(tx);
  return query(erasure)`
    select person_id as "personId", requested_at as "requestedAt", email, name, holder_ids as "holderIds"
    from person_erasures where person_id = ${personId} and finished_at is null`.executeTakeFirst(tx);
}

/**
 * The last step: nothing is left to search for afterwards. Through a function of the owner: the service's role may change no
 * entry. @returns how many entries it changed.
 */
export async function eraseFromAuditLog(tx: Tx, personId: string): Promise<bigint> {
  const row = await query({ changed: int8 })`select erase_from_audit_log(${personId}) as changed`.executeTakeFirst(tx);
  return row?.changed ?? 0n;
}

/** Whether a row is from before the request, by the clock of its book: a new person may have the address since. */
const isBefore = (row: 'p' | 'a' | 't', { requestedAt }: Erasure): RawBuilder<unknown> => sql`
  ${sql.raw(`${row}.created_at`)} <= ${requestedAt}::timestamptz + make_interval(secs => coalesce((
    select t.offset_ms from test_clocks t where t.holder_id = ${sql.raw(`${row}.holder_id`)}), 0) / 1000.0)`;

/**
 * Payments that they made, from a wallet or with their address, and the events that say so. @returns how many payments.
 */
export async function erasePayments(tx: Tx, of: Erasure, limit: number): Promise<number> {
  const made = await query({ holderId: int8, id: text })`
    select m.holder_id as "holderId", m.id from (
      select p.holder_id, p.id from payments p
      where lower(p.payer_email) = ${of.email} and ${isBefore('p', of)}
      union
      select p.holder_id, p.id from payment_attempts a
      join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
      where a.payer_holder_id = any(${of.holderIds}::bigint[]) and a.status = 'succeeded'
        and (p.payer_name <> ${deletedName} or p.payer_email is not null)) m
    order by m.holder_id, m.id limit ${limit}`.execute(tx);
  for (const [holderId, rows] of byHolder(made)) {
    const ids = rows.map(({ id }) => id);
    await command`
      select from payments where holder_id = ${holderId} and id = any(${ids}::text[]) order by id for no key update`.execute(
      tx,
    );
    await eraseFromEvents(tx, holderId, {
      kind: 'payment',
      ids,
      field: 'payer',
      value: deletedPayer,
    });
    await command`
      update payments set payer_name = ${deletedName}, payer_email = null
      where holder_id = ${holderId} and id = any(${ids}::text[])`.execute(tx);
    await takeFromCustomers(tx, holderId, { ids, before: of.requestedAt });
  }
  return made.length;
}

/** Rows of each book together: a statement that locks is about one book. */
function byHolder<T extends { holderId: bigint }>(rows: readonly T[]): Map<bigint, T[]> {
  return Map.groupBy(rows, ({ holderId }) => holderId);
}

/**
 * Puts a value in place of what the events of these subjects say, and takes away what was sent of them and the salts that
 * it was sealed with.
 */
async function eraseFromEvents(
  tx: Tx,
  holderId: bigint,
  { kind, ids, field, value }: { kind: string; ids: readonly string[]; field: string; value: unknown },
): Promise<void> {
  await lockSeals(tx);
  const changed = await query({ id: text, appended: int8 })`
    update events e set data = (e.data::jsonb || ${JSON.stringify({ [field]: value })}::jsonb)::json
    where e.holder_id = ${holderId} and e.subject_kind = ${kind} and e.subject_id = any(${ids}::text[])
      and json_typeof(e.data -> ${field}) in ('object', 'string')
    returning e.id, e.appended`.execute(tx);
  await forgetSalts(
    tx,
    'events',
    changed.map(({ appended }) => appended),
  );
  await command`
    update webhook_attempts set request_body = '', response_body = null
    where holder_id = ${holderId} and event_id = any(${changed.map(({ id }) => id)}::text[])
      and endpoint_id in (select id from webhook_endpoints where holder_id = ${holderId})`.execute(tx);
}

/** What shops said of them when they created payments: kept until one ends. @returns how many payments. */
export async function eraseKnownPayers(tx: Tx, of: Erasure, limit: number): Promise<number> {
  const chosen = await query({ holderId: int8, id: text })`
    select p.holder_id as "holderId", p.id from payments p
    where lower(p.known_email) = ${of.email} and ${isBefore('p', of)}
    order by p.holder_id, p.id limit ${limit}`.execute(tx);
  for (const [holderId, rows] of byHolder(chosen)) {
    await command`
      update payments set known_name = null, known_email = null
      where holder_id = ${holderId} and id = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
  }
  return chosen.length;
}

/** Attempts to pay, also those that were declined. @returns how many. */
export async function eraseAttempts(tx: Tx, of: Erasure, limit: number): Promise<number> {
  const made = await query({ holderId: int8, paymentId: text, number: int4 })`
    select a.holder_id as "holderId", a.payment_id as "paymentId", a.number from payment_attempts a
    where lower(a.payer_email) = ${of.email} and ${isBefore('a', of)}
      or a.payer_holder_id = any(${of.holderIds}::bigint[]) and num_nonnulls(a.payer_name, a.payer_email) > 0
    order by a.holder_id, a.payment_id, a.number limit ${limit}`.execute(tx);
  for (const [holderId, rows] of byHolder(made)) {
    await command`
      update payment_attempts a set payer_name = null, payer_email = null
      from ${unnested('m', rows, { paymentId: text, number: int4 })}
      where a.holder_id = ${holderId} and a.payment_id = m.payment_id and a.number = m.number`.execute(tx);
  }
  return made.length;
}

/** Payments that were to be paid by bank transfer, with the address that is told of it. @returns how many. */
export async function eraseTransferPayers(tx: Tx, of: Erasure, limit: number): Promise<number> {
  const chosen = await query({ holderId: int8, id: text })`
    select t.holder_id as "holderId", t.payment_id as id from payment_transfers t
    where lower(t.payer_email) = ${of.email} and ${isBefore('t', of)}
    order by t.holder_id, t.payment_id limit ${limit}`.execute(tx);
  for (const [holderId, rows] of byHolder(chosen)) {
    await command`
      update payment_transfers set payer_email = null
      where holder_id = ${holderId} and payment_id = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
  }
  return chosen.length;
}

/** Invitations of companies to their address that were answered or have ended, and their events. @returns how many. */
export async function eraseInvitations(tx: Tx, of: Erasure, limit: number): Promise<number> {
  const ended = await query({ holderId: int8, id: text })`
    select company_id as "holderId", id from invitations
    where email = ${of.email} and status <> 'pending' and created_at <= ${of.requestedAt}
    order by company_id, id limit ${limit} for no key update`.execute(tx);
  for (const [holderId, rows] of byHolder(ended)) {
    const ids = rows.map(({ id }) => id);
    await eraseFromEvents(tx, holderId, { kind: 'invitation', ids, field: 'email', value: deletedEmail });
    await command`
      update invitations set email = ${deletedEmail}
      where company_id = ${holderId} and id = any(${ids}::text[])`.execute(tx);
  }
  return ended.length;
}

/** Companies' invitations to their address that still wait, locked. */
export async function lockOpenInvitations(tx: Tx, of: Erasure): Promise<{ companyId: bigint; id: string }[]> {
  return tx
    .selectFrom('invitations')
    .select(['companyId', 'id'])
    .where('email', '=', of.email)
    .where('status', '=', 'pending')
    .where('createdAt', '<=', of.requestedAt)
    .orderBy('companyId')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Invitations to become a member, answered or not. */
export async function eraseMemberInvitations(tx: Tx, of: Erasure): Promise<void> {
  await command`
    update member_invitations i set email = ${deletedEmail},
      status = case when i.status = 'pending' then 'revoked' else i.status end,
      decided_at = coalesce(i.decided_at, clock.at)
    from (select now() as at offset 0) clock
    where i.email = ${of.email} and i.created_at <= ${of.requestedAt}`.execute(tx);
}

/**
 * Mails to them, and those to others that were sent and name their address; how many were mailed to it on a day. The
 * last mail stays until it is sent.
 */
export async function eraseMails(tx: Tx, of: Erasure): Promise<void> {
  await command`
    delete from mails m
    where not m.keeps_no_copy and m.created_at <= ${of.requestedAt}
      and (m.recipient = ${of.email} or m.status <> 'queued' and position(${of.email} in lower(m.text)) > 0)`.execute(
    tx,
  );
  await tx.deleteFrom('invitationMails').where('email', '=', of.email).execute();
  await tx.deleteFrom('memberInvitationMails').where('email', '=', of.email).execute();
}

/** Bodies in the request log that name their address. */
export async function eraseLoggedBodies(tx: Tx, { email, requestedAt }: Erasure): Promise<void> {
  await command`
    update succeeded_requests set body = null, response = null
    where at <= ${requestedAt}
      and (position(${email} in lower(body::text)) > 0 or position(${email} in lower(response::text)) > 0)`.execute(tx);
  await command`
    update failed_requests set body = null
    where at <= ${requestedAt} and position(${email} in lower(body::text)) > 0`.execute(tx);
}

/**
 * Bank accounts of their own accounts that no payout went to; the others are kept for the payouts, which may be in other
 * books. Their accounts are closed: nobody asks for another payout.
 */
export async function eraseUnusedBankAccounts(tx: Tx, { holderIds }: Erasure): Promise<void> {
  const paid = await query({ id: text })`
    select distinct bank_account_id as id from payouts where owner_holder_id = any(${holderIds}::bigint[])`.execute(tx);
  const gone = await query({ holderId: int8, id: text })`
    delete from bank_accounts
    where holder_id = any(${holderIds}::bigint[]) and id <> all(${paid.map(({ id }) => id)}::text[])
    returning holder_id as "holderId", id`.execute(tx);
  for (const { holderId, id } of gone) await keepRow(tx, 'bank_accounts', { holder_id: holderId, id });
}
