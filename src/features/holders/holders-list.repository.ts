/** SQL of the operator's directory: all holders but the service's own, with who belongs to them. Reads only. */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, narrowed, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import { type HolderKind, type HolderStatus, holderKinds, holderStatuses } from '../../core/access/roles.ts';

const columns = {
  id: int8,
  kind: narrowed(oneOf(...holderKinds)),
  name: text,
  status: oneOf(...holderStatuses),
  createdAt: timestamptz,
  closedAt: nullable(timestamptz),
  /** The first owner's address; null when there is no owner. */
  ownerEmail: nullable(text),
  members: int8,
  links: int8,
  ordersPerMinute: nullable(int4),
  bulkRequestsPerMinute: nullable(int4),
};

export type ListedHolder = RowOf<typeof columns>;

type HolderListFilter = {
  kind?: HolderKind | undefined;
  status?: HolderStatus | undefined;
  /** A holder's id, or a part of its name or of a member's address. */
  search?: string | undefined;
};

/** @returns at most `limit` holders before `before`, newest first. */
export async function listHolders(
  db: Database,
  { kind, status, search }: HolderListFilter,
  { after, limit }: Page,
): Promise<ListedHolder[]> {
  const conditions: RawBuilder<unknown>[] = [sql`h.kind <> 'service'`];
  if (kind !== undefined) conditions.push(sql`h.kind = ${kind}`);
  if (status !== undefined) conditions.push(sql`h.status = ${status}`);
  if (search !== undefined) conditions.push(matches(search));
  if (after !== undefined) conditions.push(sql`h.id < ${after}`);
  return select(db, sql`${sql.join(conditions, sql` and `)} order by h.id desc limit ${limit}`);
}

export async function findListedHolder(db: Database, id: bigint): Promise<ListedHolder | undefined> {
  return (await select(db, sql`h.id = ${id} and h.kind <> 'service'`))[0];
}

const matches = (search: string): RawBuilder<unknown> => sql`
  (h.id::text = ${search} or strpos(lower(h.name), lower(${search})) > 0 or exists (
    select from members m join people p on p.id = m.person_id
    where m.holder_id = h.id and strpos(lower(p.email), lower(${search})) > 0))`;

async function select(db: Database, where: RawBuilder<unknown>): Promise<ListedHolder[]> {
  return query(columns)`
    select h.id, h.kind, h.name, h.status, h.created_at as "createdAt", h.closed_at as "closedAt",
      (select p.email from members m join people p on p.id = m.person_id
        where m.holder_id = h.id and m.role = 'owner' order by p.email limit 1) as "ownerEmail",
      (select count(*) from members m where m.holder_id = h.id) as members,
      (select count(*) from links l where (l.company_id = h.id or l.holder_id = h.id) and l.status = 'active') as links,
      (select c.orders_per_minute from companies c where c.holder_id = h.id) as "ordersPerMinute",
      (select c.bulk_requests_per_minute from companies c where c.holder_id = h.id) as "bulkRequestsPerMinute"
    from holders h where ${where}`.execute(db);
}

const memberColumns = {
  name: text,
  email: text,
  role: text,
};
export type ListedMember = { name: string; email: string; role: string };

export async function listNamedMembers(db: Database, holderId: bigint, limit: number): Promise<ListedMember[]> {
  return query(memberColumns)`
    select p.name, p.email, m.role from members m join people p on p.id = m.person_id
    where m.holder_id = ${holderId} order by p.email limit ${limit}`.execute(db);
}

const linkColumns = {
  id: int8,
  type: oneOf('merchant', 'courier'),
  name: text,
  status: oneOf('active', 'ended'),
  companyId: int8,
  companyName: text,
  payeeId: int8,
  payeeName: text,
  createdAt: timestamptz,
};
export type ListedLink = RowOf<typeof linkColumns>;

/** A company's links, or those of a merchant or courier; active ones first. */
export async function listLinksOf(db: Database, holderId: bigint, limit: number): Promise<ListedLink[]> {
  return query(linkColumns)`
    select l.id, l.type, l.name, l.status, l.company_id as "companyId", c.name as "companyName",
      l.holder_id as "payeeId", p.name as "payeeName", l.created_at as "createdAt"
    from links l join holders c on c.id = l.company_id join holders p on p.id = l.holder_id
    where l.company_id = ${holderId} or l.holder_id = ${holderId}
    order by l.status, l.id limit ${limit}`.execute(db);
}

const balanceColumns = {
  kind: narrowed(oneOf('clearing', 'commission', 'wallet', 'earnings', 'debt')),
  currency: text,
  balance: int8,
};
export type OwnBalance = RowOf<typeof balanceColumns>;

/** What a holder has and owes: in its own book by account, and what it has earned at companies. */
export async function listOwnBalances(
  db: Database,
  { holderId, mode }: { holderId: bigint; mode: 'test' | 'live' },
): Promise<OwnBalance[]> {
  return query(balanceColumns)`
    select a.kind, a.currency, a.balance from accounts a
    where a.holder_id = ${holderId} and a.mode = ${mode} and a.balance <> 0
      and a.kind in ('clearing', 'commission', 'wallet', 'debt')
    union all
    select 'earnings', a.currency, sum(a.balance)::bigint
    from links l
    join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'earnings' and a.link_id = l.id
    where l.holder_id = ${holderId}
    group by a.currency having sum(a.balance) <> 0
    order by 1, 2`.execute(db);
}

/**
 * What each of these holders has, by currency in minor units: its own accounts, and what it has earned at companies. Debts are
 * left out.
 */
export const sumHeld = (db: Database, mode: Mode, holderIds: readonly bigint[]) =>
  query({ holderId: int8, currency: text, amount: text })`
    select s.holder_id as "holderId", s.currency, sum(s.balance)::text as amount
    from (
      select a.holder_id, a.currency, a.balance from accounts a
      where a.holder_id = any(${holderIds}::bigint[]) and a.mode = ${mode}
        and a.kind in ('clearing', 'commission', 'wallet')
      union all
      select l.holder_id, a.currency, a.balance
      from links l
      join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'earnings' and a.link_id = l.id
      where l.holder_id = any(${holderIds}::bigint[])) s
    where s.balance <> 0 group by 1, 2 order by 1, 2`.execute(db);
