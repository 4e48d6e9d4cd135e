/** SQL of the references of bank transfers that hand cash over. A payee has one in each mode and currency, for good. */
import { int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { Holding } from './handover.ts';

export async function findCashReference(
  db: Database | Tx,
  { holderId, mode, currency, linkId }: Holding,
): Promise<string | undefined> {
  const row = await query({ reference: text })`
    select reference from cash_references
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency}
      and link_id = ${linkId}`.executeTakeFirst(db);
  return row?.reference;
}

export async function insertCashReference(
  tx: Tx,
  { holderId, mode, currency, linkId }: Holding,
  reference: string,
): Promise<void> {
  await tx.insertInto('cashReferences').values({ holderId, mode, currency, linkId, reference }).execute();
  await keepRow(tx, 'cash_references', { holder_id: holderId, mode, currency, link_id: linkId });
}

const named = {
  holderId: int8,
  mode: oneOf(...modes),
  currency: text,
  linkId: int8,
  reference: text,
  companyName: text,
  linkName: text,
};

/** Whose cash a bank transfer with this reference hands over. */
export type CashReference = RowOf<typeof named>;

/** Those of companies that are not closed: money for the others waits for the operator. */
export async function listCashReferences(
  db: Database | Tx,
  mode: Mode,
  references: readonly string[],
): Promise<CashReference[]> {
  if (references.length === 0) return [];
  return query(named)`
    select c.holder_id as "holderId", c.mode, c.currency, c.link_id as "linkId", c.reference, h.name as "companyName",
      l.name as "linkName"
    from cash_references c
    join holders h on h.id = c.holder_id
    join links l on l.company_id = c.holder_id and l.id = c.link_id
    where c.mode = ${mode} and c.reference = any(${references}::text[]) and h.status <> 'closed'`.execute(db);
}
