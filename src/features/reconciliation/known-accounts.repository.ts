/** SQL that finds whose account a line's counterparty may be, by its number. Reads only. */
import { bool, int8, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { holderKindNames } from '../../base/schemas/holder-parts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { plainAccount } from './own-account.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';

const knownHolder = {
  holderId: int8,
  name: text,
  kind: oneOf(...holderKindNames),
  /** The day of the last line from this account that was this holder's; null: it is a bank account on file. */
  matchedOn: nullable(text),
  /** Money came from it or was paid to it before, or the bank knows it under this holder's name. */
  isProven: bool,
};

export type KnownHolder = RowOf<typeof knownHolder>;

/** The holders that an account number is known of: the latest line first, then bank accounts on file. At most `limit`. */
export async function findHoldersByAccount(
  db: Database,
  { mode, source }: Outside,
  { id, counterpartyAccount }: Pick<StoredLine, 'id'> & { counterpartyAccount: string },
  limit: number,
): Promise<KnownHolder[]> {
  return query(knownHolder)`
    with known as (
      select m.transfer_holder_id as holder_id, max(l.booked_on) as matched_on, true as proven
      from statement_lines l join statement_matches m on m.line_id = l.id
      where l.mode = ${mode} and l.source = ${source} and l.counterparty_account = ${counterpartyAccount}
        and l.id <> ${id} and m.transfer_holder_id <> ${serviceHolderId}
      group by 1
      union all
      select b.holder_id, null, coalesce(b.payee_check = 'match', false) or exists (
        select from payouts p
        where p.holder_id = b.holder_id and p.owner_holder_id = b.holder_id and p.mode = ${mode}
          and p.bank_account_id = b.id and p.status = 'completed')
      from bank_accounts b
      where ${plainAccount(counterpartyAccount)} in (b.iban, upper(b.account_number)) and b.erased_at is null)
    select h.id as "holderId", h.name, h.kind, max(k.matched_on)::text as "matchedOn", bool_or(k.proven) as "isProven"
    from known k join holders h on h.id = k.holder_id
    where h.status <> 'closed'
    group by h.id, h.name, h.kind
    order by max(k.matched_on) desc nulls last, h.id limit ${limit}`.execute(db);
}
