/** SQL that finds the accounts to which money that came in can be credited. Reads only. */
import { int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';

const recipientHolder = { holderId: int8, name: text, kind: oneOf('company', 'customer') };

export type RecipientHolder = RowOf<typeof recipientHolder>;

/**
 * Companies and customers that may have money in this mode: by id, a part of the name, or the beginning of a member's
 * address. @returns at most `limit`, the one with the id first, then by name.
 */
export async function findRecipients(
  db: Database,
  mode: Mode,
  search: string,
  limit: number,
): Promise<RecipientHolder[]> {
  const id = /^[0-9]{1,15}$/.test(search) ? BigInt(search) : null;
  return query(recipientHolder)`
    select h.id as "holderId", h.name, case h.kind when 'company' then 'company' else 'customer' end as kind
    from holders h
    where h.kind in ('company', 'customer') and h.status <> 'closed' and (${mode} = 'test' or h.status <> 'pending')
      and (h.id = ${id}::bigint or strpos(lower(h.name), lower(${search})) > 0
        or h.id in (
          select m.holder_id from people p join members m on m.person_id = p.id
          where starts_with(p.email, lower(${search}))))
    order by h.id = ${id}::bigint desc nulls last, lower(h.name), h.id limit ${limit}`.execute(db);
}
