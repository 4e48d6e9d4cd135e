/** SQL that finds the accounts to which money that came in can be credited. Reads only. */
import { bool, int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import { plainAccount } from './own-account.ts';

const recipientHolder = {
  holderId: int8,
  name: text,
  kind: oneOf('company', 'customer'),
  /** It is what was searched for: its id, its whole name, a member's whole address, or its bank account. */
  isExact: bool,
};

export type RecipientHolder = RowOf<typeof recipientHolder>;

/**
 * Companies and customers that may have money in this mode: by id, a part of the name, the beginning of a member's
 * address, or the whole number of a bank account on file, however it is spaced. @returns at most `limit`, the one with the
 * id first, then the exact ones, then by name.
 */
export async function findRecipients(
  db: Database,
  mode: Mode,
  search: string,
  limit: number,
): Promise<RecipientHolder[]> {
  const id = /^[0-9]{1,15}$/.test(search) ? BigInt(search) : null;
  return query(recipientHolder)`
    with owners as (
      select holder_id from bank_accounts
      where erased_at is null and ${plainAccount(search)} in (iban, upper(account_number)))
    select h.id as "holderId", h.name, case h.kind when 'company' then 'company' else 'customer' end as kind,
      (h.id = ${id}::bigint) is true or lower(h.name) = lower(${search}) or h.id in (select holder_id from owners)
        or exists (
          select from people p join members m on m.person_id = p.id
          where m.holder_id = h.id and p.email = lower(${search})) as "isExact"
    from holders h
    where h.kind in ('company', 'customer') and h.status <> 'closed' and (${mode} = 'test' or h.status <> 'pending')
      and (h.id = ${id}::bigint or strpos(lower(h.name), lower(${search})) > 0
        or h.id in (select holder_id from owners)
        or h.id in (
          select m.holder_id from people p join members m on m.person_id = p.id
          where starts_with(p.email, lower(${search}))))
    order by h.id = ${id}::bigint desc nulls last, "isExact" desc, lower(h.name), h.id limit ${limit}`.execute(db);
}
