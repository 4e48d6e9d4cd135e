/**
 * SQL on people whose account was deleted, and on the rows that still name them. Each step changes a bounded number of
 * rows, in the order of their ids, and finds nothing when it is run again.
 */
import { type RawBuilder, sql } from 'kysely';
import { int4, int8, int8Array, narrowed, type RowOf, text, timestamptz } from '../database/columns.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';

const erasure = {
  personId: text,
  requestedAt: timestamptz,
  email: narrowed(text),
  name: narrowed(text),
  /** Their own wallets and couriers' accounts. */
  holderIds: int8Array,
};
export type Erasure = RowOf<typeof erasure>;

/** In place of an address that must look like one. */
const deletedEmail = 'deleted@account.invalid';

type New = { id: string; email: string; name: string; holderIds: bigint[]; requestedAt: Date };

export async function insertErasure(tx: Tx, { id, email, name, holderIds, requestedAt }: New): Promise<void> {
  await tx.insertInto('personErasures').values({ personId: id, requestedAt, email, name, holderIds }).execute();
}

/** One that is not finished; locked, so that two workers take turns. */
export async function lockErasure(tx: Tx, personId: string): Promise<Erasure | undefined> {
  return query(erasure)`
    select person_id as "personId", requested_at as "requestedAt", email, name, holder_ids as "holderIds"
    from person_erasures where person_id = ${personId} and finished_at is null for update`.executeTakeFirst(tx);
}

/** Nothing is left to search for. */
export async function finishErasure(tx: Tx, personId: string): Promise<void> {
  await command`
    update person_erasures set finished_at = now(), email = null, name = null, holder_ids = '{}'
    where person_id = ${personId}`.execute(tx);
}

/** Through a function of the owner: the service's role may change no entry. @returns how many entries it changed. */
export async function eraseFromAuditLog(tx: Tx, personId: string): Promise<bigint> {
  const row = await query({ changed: int8 })`select erase_from_audit_log(${personId}) as changed`.executeTakeFirst(tx);
  return row?.changed ?? 0n;
}

/** Whether a row is from before the request, by the clock of its book: a new person may have the address since. */
const isBefore = (row: 'p' | 'a', { requestedAt }: Erasure): RawBuilder<unknown> => sql`
  ${sql.raw(`${row}.created_at`)} <= ${requestedAt}::timestamptz + make_interval(secs => coalesce((
    select t.offset_ms from test_clocks t where t.holder_id = ${sql.raw(`${row}.holder_id`)}), 0) / 1000.0)`;

/**
 * Payments that they made, from a wallet or with their address, and the events that say so. @returns how many payments.
 */
export async function erasePayments(tx: Tx, of: Erasure, deletedName: string, limit: number): Promise<number> {
  const { changed } = await query({ changed: int4 })`
    with made as (
      select p.holder_id, p.id from payments p
      where lower(p.payer_email) = ${of.email} and ${isBefore('p', of)}
      union
      select p.holder_id, p.id from payment_attempts a
      join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
      where a.payer_holder_id = any(${of.holderIds}::bigint[]) and a.status = 'succeeded'
        and (p.payer_name <> ${deletedName} or p.payer_email is not null)
    ), locked as (
      select p.holder_id, p.id from payments p
      where (p.holder_id, p.id) in (select holder_id, id from made)
      order by p.holder_id, p.id limit ${limit} for no key update
    ), told as (
      update events e
      set data = (e.data::jsonb || jsonb_build_object('payer', jsonb_build_object('username', ${deletedName}::text, 'email', null)))::json
      from locked l
      where e.holder_id = l.holder_id and e.subject_kind = 'payment' and e.subject_id = l.id
        and json_typeof(e.data -> 'payer') = 'object'
      returning e.holder_id, e.id
    ), sent as (
      update webhook_attempts t set request_body = '', response_body = null
      from told join webhook_endpoints w on w.holder_id = told.holder_id
      where t.holder_id = told.holder_id and t.endpoint_id = w.id and t.event_id = told.id
    ), changed as (
      update payments p set payer_name = ${deletedName}, payer_email = null
      from locked l where p.holder_id = l.holder_id and p.id = l.id returning 1
    )
    select count(*)::int as changed from changed`.executeTakeFirstOrThrow(tx);
  return changed;
}

/** Attempts to pay, also those that were declined. @returns how many. */
export async function eraseAttempts(tx: Tx, of: Erasure, limit: number): Promise<number> {
  return Number(
    await command`
      with made as (
        select a.holder_id, a.payment_id, a.number from payment_attempts a
        where lower(a.payer_email) = ${of.email} and ${isBefore('a', of)}
          or a.payer_holder_id = any(${of.holderIds}::bigint[]) and num_nonnulls(a.payer_name, a.payer_email) > 0
        order by a.holder_id, a.payment_id, a.number limit ${limit} for no key update)
      update payment_attempts a set payer_name = null, payer_email = null
      from made m
      where a.holder_id = m.holder_id and a.payment_id = m.payment_id and a.number = m.number`.execute(tx),
  );
}

/** Invitations of companies to their address that were answered or have ended, and their events. @returns how many. */
export async function eraseInvitations(tx: Tx, of: Erasure, limit: number): Promise<number> {
  const { changed } = await query({ changed: int4 })`
    with locked as (
      select i.company_id, i.id from invitations i
      where i.email = ${of.email} and i.status <> 'pending' and i.created_at <= ${of.requestedAt}
      order by i.company_id, i.id limit ${limit} for no key update
    ), told as (
      update events e set data = (e.data::jsonb || jsonb_build_object('email', ${deletedEmail}::text))::json
      from locked l
      where e.holder_id = l.company_id and e.subject_kind = 'invitation' and e.subject_id = l.id
        and json_typeof(e.data -> 'email') = 'string'
      returning e.holder_id, e.id
    ), sent as (
      update webhook_attempts t set request_body = '', response_body = null
      from told join webhook_endpoints w on w.holder_id = told.holder_id
      where t.holder_id = told.holder_id and t.endpoint_id = w.id and t.event_id = told.id
    ), changed as (
      update invitations i set email = ${deletedEmail}
      from locked l where i.company_id = l.company_id and i.id = l.id returning 1
    )
    select count(*)::int as changed from changed`.executeTakeFirstOrThrow(tx);
  return changed;
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
      decided_at = coalesce(i.decided_at, now())
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

/** Bank accounts of their own accounts that no payout went to; the others are kept for the payouts. */
export async function eraseUnusedBankAccounts(tx: Tx, of: Erasure): Promise<void> {
  await command`
    delete from bank_accounts b
    where b.holder_id = any(${of.holderIds}::bigint[])
      and not exists (select from payouts p where p.owner_holder_id = b.holder_id and p.bank_account_id = b.id)`.execute(
    tx,
  );
}
