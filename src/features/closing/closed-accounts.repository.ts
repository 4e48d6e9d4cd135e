/** SQL on what is left of closed accounts. */
import { int8, narrowed, text, timestamptz } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { eraseFilesNaming } from '../payout-files/payout-files.repository.ts';

/** Accounts closed so long ago that nobody may read them any more, whose members still can. */
export async function listClosedWithMembers(db: Database, days: number, limit: number): Promise<bigint[]> {
  const rows = await query({ id: int8 })`
    select h.id from holders h
    where h.closed_at < now() - make_interval(days => ${days}::int)
      and exists (select from members m where m.holder_id = h.id)
    order by h.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The caller has locked the holder. @returns how many there were. */
export async function deleteMembers(tx: Tx, holderId: bigint): Promise<number> {
  const gone = await tx.deleteFrom('members').where('holderId', '=', holderId).returning('personId').execute();
  for (const { personId } of gone) await keepRow(tx, 'members', { holder_id: holderId, person_id: personId });
  return gone.length;
}

/** Erases old bank accounts of closed accounts, without a payout since, and the files that name them. The rows stay. */
export async function eraseOldBankAccounts(tx: Tx, years: number): Promise<void> {
  const erased = await query({ holderId: int8, id: text, erasedAt: narrowed(timestamptz) })`
    update bank_accounts b
    set salt = null, account_name = 'Deleted', iban = null, account_number = 'XXXX', bank_code = 'XXX',
      street = null, building_number = null, post_code = null, town = null, address_country = null,
      payee_check = null, payee_known_as = null, added_by = null, erased_at = now()
    from holders h
    where h.id = b.holder_id and h.closed_at < now() - make_interval(years => ${years}::int)
      and b.status = 'ended' and b.erased_at is null and b.ended_at < now() - make_interval(years => ${years}::int)
    returning b.holder_id as "holderId", b.id, b.erased_at as "erasedAt"`.execute(tx);
  for (const { holderId, id } of erased) await keepRow(tx, 'bank_accounts', { holder_id: holderId, id });
  const [first] = erased;
  if (first === undefined) return;
  await eraseFilesNaming(
    tx,
    erased.map(({ id }) => id),
    first.erasedAt,
  );
}
