/** All SQL of cash that links no longer hold. */
import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type Handover, type HandoverStatus, handoverKinds, handoverStatuses, sides } from './handover.ts';

const columns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  currency: text,
  linkId: int8,
  kind: oneOf(...handoverKinds),
  amount: int8,
  note: nullable(text),
  recordedBy: oneOf(...sides),
  topUpId: nullable(text),
  status: oneOf(...handoverStatuses),
  createdBy: nullable(text),
  createdAt: timestamptz,
  decidedBy: nullable(text),
  decidedAt: nullable(timestamptz),
};

const listedColumns = {
  ...columns,
  position: int8,
  linkName: text,
  linkType: oneOf('merchant', 'courier'),
  companyName: text,
  /** Of what a bank transfer handed over, how much the bank took back; minor units. */
  takenBack: nullable(int8),
};
export type ListedHandover = RowOf<typeof listedColumns>;

export async function insertHandover(tx: Tx, handover: Handover): Promise<void> {
  const { holderId, id, mode, currency, linkId, kind, amount, note, recordedBy, topUpId, status } = handover;
  const { createdBy, createdAt, decidedBy, decidedAt } = handover;
  const what = { holderId, id, mode, currency, linkId, kind, amount, note, recordedBy, topUpId, status };
  await tx
    .insertInto('cashHandovers')
    .values({ ...what, createdBy, createdAt, decidedBy, decidedAt })
    .execute();
}

export const lockHandover = (tx: Tx, holderId: bigint, id: string): Promise<Handover | undefined> =>
  query(columns)`
    select ${selectList(columns, 'c')} from cash_handovers c
    where c.holder_id = ${holderId} and c.id = ${id} for update`.executeTakeFirst(tx);

/** From `waiting`. The caller has locked the row. */
export async function setDecided(tx: Tx, { holderId, id, status, decidedBy, decidedAt }: Handover): Promise<void> {
  await tx
    .updateTable('cashHandovers')
    .set({ status, decidedBy, decidedAt })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

type Filter = { linkId?: bigint | undefined; status?: HandoverStatus | undefined };

/** Of one company, newest first. */
export const listHandovers = (
  db: Database,
  { holderId, mode }: Book,
  filter: Filter,
  page: Page,
): Promise<ListedHandover[]> => list(db, sql`c.holder_id = ${holderId} and c.mode = ${mode}`, filter, page);

/** Of one payee in all companies, newest first. */
export const listOwnHandovers = (
  db: Database,
  { holderId, mode }: Book,
  filter: Filter,
  page: Page,
): Promise<ListedHandover[]> => list(db, sql`l.holder_id = ${holderId} and c.mode = ${mode}`, filter, page);

function list(
  db: Database,
  of: RawBuilder<unknown>,
  { linkId, status }: Filter,
  { after, limit }: Page,
): Promise<ListedHandover[]> {
  const conditions = [of];
  if (linkId !== undefined) conditions.push(sql`c.link_id = ${linkId}`);
  if (status !== undefined) conditions.push(sql`c.status = ${status}`);
  if (after !== undefined) conditions.push(sql`c.position < ${after}`);
  return select(db, sql`${sql.join(conditions, sql` and `)} order by c.position desc limit ${limit}`);
}

export const findListedHandover = async (
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<ListedHandover | undefined> => (await select(db, sql`c.holder_id = ${holderId} and c.id = ${id}`))[0];

const select = (db: Database | Tx, where: RawBuilder<unknown>): Promise<ListedHandover[]> =>
  query(listedColumns)`
    select ${selectList({ ...columns, position: int8 }, 'c')}, l.name as "linkName", l.type as "linkType",
      h.name as "companyName",
      case when u.reversed_at is not null then u.reversed_amount - least(u.amount - u.handed_over, u.reversed_amount) end
        as "takenBack"
    from links l
    join cash_handovers c on c.holder_id = l.company_id and c.link_id = l.id
    left join top_ups u on u.holder_id = c.holder_id and u.id = c.top_up_id
    join holders h on h.id = l.company_id
    where ${where}`.execute(db);
