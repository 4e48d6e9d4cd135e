/**
 * SQL that adds paid payments to the customers of their shop, and takes erased ones out of them. Who paid from a Sluice wallet is
 * the customer of that account; who only gave an address is the customer of that address, in any case of its letters. The two
 * are never one, because anyone can type anyone's address.
 */
import { sql } from 'kysely';
import { int8, text } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { command, query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';

/** Shops with paid payments that are of no customer yet. Payments without an address stay so. */
export async function listShopsToAssign(db: Database): Promise<bigint[]> {
  const rows = await query({ holderId: int8 })`
    select distinct p.holder_id as "holderId" from payments p
    where p.customer_id is null and p.paid_at is not null and p.payer_email is not null
    order by 1`.execute(db);
  return rows.map(({ holderId }) => holderId);
}

/** Those of a shop whose ids follow, locked in id order. @param after '' to begin with; what was passed is not searched again. */
export async function lockUnassigned(
  tx: Tx,
  holderId: bigint,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await query({ id: text })`
    select p.id from payments p
    where p.holder_id = ${holderId} and p.customer_id is null and p.paid_at is not null and p.payer_email is not null
      and p.id > ${after}
    order by p.id limit ${limit} for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

const kinds = {
  account: {
    are: sql`a.payer_holder_id is not null`,
    key: sql`payer_holder_id`,
    unique: sql`(holder_id, mode, payer_holder_id) where payer_holder_id is not null`,
  },
  address: {
    are: sql`a.payer_holder_id is null`,
    key: sql`email_key`,
    unique: sql`(holder_id, mode, email_key) where payer_holder_id is null`,
  },
} as const;

/** Those of these payments that are of this kind of customer; the newest payment names its customer. */
export async function addToCustomers(
  tx: Tx,
  holderId: bigint,
  ids: readonly string[],
  kind: keyof typeof kinds,
): Promise<void> {
  const { are, key, unique } = kinds[kind];
  await command`
    with paid as (
      select p.id, p.mode, a.payer_holder_id, lower(p.payer_email) collate "C" as email_key, p.payer_name as name,
        p.payer_email as email, p.paid_at
      from payments p
      left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'
      where p.holder_id = ${holderId} and p.id = any(${ids}::text[]) and ${are}
    ), added as (
      insert into customers as c (holder_id, mode, payer_holder_id, name, email, payments, first_paid_at, last_paid_at)
      select ${holderId}::bigint, mode, min(payer_holder_id), (array_agg(name order by paid_at desc))[1],
        (array_agg(email order by paid_at desc))[1], count(*), min(paid_at), max(paid_at)
      from paid group by mode, ${key} order by mode, ${key}
      on conflict ${unique} do update set
        payments = c.payments + excluded.payments,
        first_paid_at = least(c.first_paid_at, excluded.first_paid_at),
        last_paid_at = greatest(c.last_paid_at, excluded.last_paid_at),
        name = case when excluded.last_paid_at < c.last_paid_at then c.name else excluded.name end,
        email = case when excluded.last_paid_at < c.last_paid_at then c.email else excluded.email end
      returning id, mode, payer_holder_id, email_key
    )
    update payments p set customer_id = added.id
    from paid join added using (mode, ${key})
    where p.holder_id = ${holderId} and p.id = paid.id`.execute(tx);
}

/**
 * After payments of a shop were made nameless: they are of no customer any more. A customer of nothing else goes, with the notes
 * about it; one who paid again since is what the other payments say.
 */
export async function takeFromCustomers(
  tx: Tx,
  holderId: bigint,
  { ids, before }: { ids: readonly string[]; before: Date },
): Promise<void> {
  const taken = await query({ id: int8 })`
    select distinct coalesce(p.customer_id, 0) as id from payments p
    where p.holder_id = ${holderId} and p.id = any(${ids}::text[]) and p.customer_id is not null
    order by 1`.execute(tx);
  if (taken.length === 0) return;
  const customerIds = taken.map(({ id }) => id);
  await command`
    select from customers where holder_id = ${holderId} and id = any(${customerIds}::bigint[]) order by id for update`.execute(
    tx,
  );
  await command`
    update payments set customer_id = null
    where holder_id = ${holderId} and id = any(${ids}::text[]) and customer_id is not null`.execute(tx);
  await command`
    update customers c set payments = left_of.payments, first_paid_at = left_of.first_paid_at,
      last_paid_at = left_of.last_paid_at, name = left_of.name, email = left_of.email
    from (
      select p.customer_id, count(*) as payments, min(p.paid_at) as first_paid_at, max(p.paid_at) as last_paid_at,
        (array_agg(p.payer_name order by p.paid_at desc))[1] as name,
        (array_agg(p.payer_email order by p.paid_at desc))[1] as email
      from payments p
      where p.holder_id = ${holderId} and p.customer_id = any(${customerIds}::bigint[])
      group by 1) left_of
    where c.holder_id = ${holderId} and c.id = left_of.customer_id`.execute(tx);
  await command`
    delete from notes n
    where n.holder_id = ${holderId} and n.object_kind = 'customer' and n.object_id = any(${customerIds.map(String)}::text[])
      and (n.created_at <= ${before} or not exists (
        select from payments p
        where p.holder_id = n.holder_id and p.customer_id = any(${customerIds}::bigint[])
          and p.customer_id::text = n.object_id))`.execute(tx);
  await command`
    delete from customers c
    where c.holder_id = ${holderId} and c.id = any(${customerIds}::bigint[])
      and not exists (select from payments p where p.holder_id = c.holder_id and p.customer_id = c.id)`.execute(tx);
}
