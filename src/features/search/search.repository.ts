/**
 * SQL of the search: a few objects of each kind that a short text could mean, found by indexes. Reads only. What a
 * person types is a whole id, or the beginning of a reference or name.
 */
import { bool, int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** Hits per kind. */
const hitsMax = 5;

/** The text as the id of a link, an order or a settlement; null where it is none. */
const asId = (search: string): bigint | null => (/^[0-9]{1,15}$/.test(search) ? BigInt(search) : null);

const order = { id: int8, ref: text, amount: int8, currency: text, state: text };
type OrderHit = RowOf<typeof order>;

/** The order whose id it is, and those whose reference begins with it, in the order of their references. */
export async function findOrders(db: Database, { holderId, mode }: Book, search: string): Promise<OrderHit[]> {
  return query(order)`
    (select id, partner_order_ref as ref, total_amount as amount, currency, settlement_status as state
     from orders where holder_id = ${holderId} and mode = ${mode} and id = ${asId(search)}::bigint)
    union
    (select id, partner_order_ref, total_amount, currency, settlement_status
     from orders where holder_id = ${holderId} and mode = ${mode} and starts_with(partner_order_ref, ${search})
     order by partner_order_ref limit ${hitsMax})
    order by ref limit ${hitsMax}`.execute(db);
}

/** The references of restaurants without a link that begin with the text: one step in the index for each. */
export async function findRestaurants(db: Database, { holderId, mode }: Book, search: string): Promise<string[]> {
  const rows = await query({ ref: text })`
    with recursive found as (
      (select shadow_merchant_ref as ref, 1 as n from orders
       where holder_id = ${holderId} and mode = ${mode} and is_shadow and starts_with(shadow_merchant_ref, ${search})
       order by shadow_merchant_ref limit 1)
      union all
      select (select o.shadow_merchant_ref from orders o
        where o.holder_id = ${holderId} and o.mode = ${mode} and o.is_shadow
          and starts_with(o.shadow_merchant_ref, ${search}) and o.shadow_merchant_ref > found.ref
        order by o.shadow_merchant_ref limit 1), found.n + 1
      from found where found.ref is not null and found.n < ${hitsMax})
    select coalesce(ref, '') as ref from found where ref is not null`.execute(db);
  return rows.map(({ ref }) => ref);
}

const settlement = { id: int8, state: text };
type SettlementHit = RowOf<typeof settlement>;

export async function findSettlements(
  db: Database,
  { holderId, mode }: Book,
  search: string,
): Promise<SettlementHit[]> {
  return query(settlement)`
    select id, status as state from settlements
    where holder_id = ${holderId} and mode = ${mode} and id = ${asId(search)}::bigint`.execute(db);
}

const link = { id: int8, name: text, type: oneOf('merchant', 'courier'), state: text };
type LinkHit = RowOf<typeof link>;

/** Finds links of a company by link id or part of the name. */
export async function findLinksNamed(db: Database, companyId: bigint, search: string): Promise<LinkHit[]> {
  return query(link)`
    select id, name, type, status as state from links
    where company_id = ${companyId} and (id = ${asId(search)}::bigint or strpos(lower(name), lower(${search})) > 0)
    order by status, id desc limit ${hitsMax}`.execute(db);
}

/** Finds links of a payee by link id or part of the company's name. */
export async function findCompaniesNamed(db: Database, holderId: bigint, search: string): Promise<LinkHit[]> {
  return query(link)`
    select l.id, c.name, l.type, l.status as state from links l join holders c on c.id = l.company_id
    where l.holder_id = ${holderId} and (l.id = ${asId(search)}::bigint or strpos(lower(c.name), lower(${search})) > 0)
    order by l.status, l.id desc limit ${hitsMax}`.execute(db);
}

const invitation = { id: text, name: text, email: text };
type InvitationHit = RowOf<typeof invitation>;

/** By id, or a part of the address or name. */
export async function findInvitationsTo(db: Database, companyId: bigint, search: string): Promise<InvitationHit[]> {
  return query(invitation)`
    select id, name, email
    from invitations
    where company_id = ${companyId}
      and (id = ${search} or strpos(email, lower(${search})) > 0 or strpos(lower(name), lower(${search})) > 0)
    order by position desc limit ${hitsMax}`.execute(db);
}

const payout = { id: text, payee: text, amount: int8, currency: text, state: text };
type PayoutHit = RowOf<typeof payout>;

/** By its id. @param ownerId whose it must be; null for the operator. */
export async function findPayouts(
  db: Database,
  { ownerId, mode }: { ownerId: bigint | null; mode: Book['mode'] },
  search: string,
): Promise<PayoutHit[]> {
  const bookHolderId = holderOfPublicId('po', search);
  if (bookHolderId === undefined) return [];
  return query(payout)`
    select p.id, h.name as payee, p.amount, p.currency, p.status as state
    from payouts p join holders h on h.id = p.owner_holder_id
    where p.holder_id = ${bookHolderId} and p.id = ${search} and p.mode = ${mode}
      and (${ownerId}::bigint is null or p.owner_holder_id = ${ownerId}::bigint)`.execute(db);
}

const payment = { id: text, amount: int8, currency: text, state: text };
type PaymentHit = RowOf<typeof payment>;

/** By its token or its transaction reference. */
export async function findPayments(db: Database, { holderId, mode }: Book, search: string): Promise<PaymentHit[]> {
  return query(payment)`
    select id, amount, currency, status as state from payments
    where holder_id = ${holderId} and mode = ${mode} and id = ${search}
    union
    select id, amount, currency, status from payments
    where holder_id = ${holderId} and mode = ${mode} and trx_id = ${search}`.execute(db);
}

const customer = { id: int8, name: text, email: text };
type CustomerHit = RowOf<typeof customer>;

/** Whose name or address begins with the text, who paid last first. */
export async function findCustomers(db: Database, { holderId, mode }: Book, search: string): Promise<CustomerHit[]> {
  const sought = search.toLowerCase();
  return query(customer)`
    select c.id, c.name, c.email
    from (
      (select id from customers
       where holder_id = ${holderId} and mode = ${mode} and starts_with(email_key, ${sought})
       order by email_key limit ${hitsMax})
      union
      (select id from customers
       where holder_id = ${holderId} and mode = ${mode} and starts_with(name_key, ${sought})
       order by name_key limit ${hitsMax})) found
    join customers c on c.holder_id = ${holderId} and c.id = found.id
    order by c.last_paid_at desc, c.id desc limit ${hitsMax}`.execute(db);
}

const account = {
  id: int8,
  name: text,
  kind: oneOf('company', 'merchant', 'courier', 'customer', 'service'),
  state: text,
  isExact: bool,
};
type AccountHit = RowOf<typeof account>;

/** Accounts of the whole service: by id, a part of the name, or a member's whole address. */
export async function findAccounts(db: Database, search: string): Promise<AccountHit[]> {
  return query(account)`
    select h.id, h.name, h.kind, h.status as state, h.id = ${asId(search)}::bigint is true as "isExact"
    from holders h
    where h.kind <> 'service'
      and (h.id = ${asId(search)}::bigint or strpos(lower(h.name), lower(${search})) > 0
        or h.id in (
          select m.holder_id from people p join members m on m.person_id = p.id where p.email = lower(${search})))
    order by "isExact" desc, h.id desc limit ${hitsMax}`.execute(db);
}
