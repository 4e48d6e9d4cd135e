/**
 * SQL that finds the movements of payees' earnings of which a company's events tell, and who the payees are, and that
 * appends the payees' events. What they say is decided in earning-events.ts.
 */

import { sql } from 'kysely';
import { int8, narrowed, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import { queryEach } from '../../base/database/query-each.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, takenJoined, unnested } from '../../base/database/unnested.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { type Book, holdersOf } from '../ledger/accounts.ts';
import { insertEvents } from './append-events.ts';

/** An event of a company, and what the transfers belong to of which it tells. */
export type Telling = {
  holderId: bigint;
  mode: Mode;
  subjectKind: string;
  subjectId: string;
  eventId: string;
  /** Its place among the events of the round. */
  order: number;
  orderRef: string | null;
};

const movement = {
  id: int8,
  code: text,
  amount: int8,
  currency: text,
  createdAt: timestamptz,
  subjectId: text,
  fromAccountId: int8,
  toAccountId: int8,
};
/** A transfer of a company's book. */
export type Movement = RowOf<typeof movement> & Book & { subjectKind: string };

const subjectTypes = { holderId: 'bigint', mode: 'text', subjectKind: 'text', subjectIds: 'text' } as const;
/** No id of a subject contains it. */
const separator = ' ';

/**
 * The transfers that belong to these subjects. Those of one book are looked up together, so that no plan reads a book more than
 * once: while much settles, the planner's statistics are too old to tell that a book has many transfers.
 */
export async function findMovements(tx: Tx, tellings: readonly Telling[]): Promise<Movement[]> {
  const byBook = Map.groupBy(tellings, ({ holderId, mode, subjectKind }) => `${holderId}/${mode}/${subjectKind}`);
  const books = [...byBook.values()].map((those) => ({
    ...(those[0] as Telling),
    subjectIds: those.map(({ subjectId }) => subjectId).join(separator),
  }));
  const found = await queryEach(
    tx,
    movement,
    books,
    subjectTypes,
    ({ holderId, mode, subjectKind, subjectIds }) => sql`
      select id, code, amount, currency, created_at as "createdAt", subject_id as "subjectId",
        from_account_id as "fromAccountId", to_account_id as "toAccountId"
      from transfers
      where holder_id = ${holderId} and mode = ${mode} and subject_kind = ${subjectKind}
        and subject_id = any(string_to_array(${subjectIds}, ${sql.lit(separator)}))
      offset 0`,
  );
  return books.flatMap(({ holderId, mode, subjectKind }, index) =>
    (found[index] ?? []).map((row) => ({ ...row, holderId, mode, subjectKind })),
  );
}

const payeeAccount = {
  holderId: int8,
  id: int8,
  kind: narrowed(oneOf('earnings', 'link_debt')),
  linkId: narrowed(int8),
};
type PayeeAccount = RowOf<typeof payeeAccount>;

/** The accounts of payees among those that these transfers move. */
export const findPayeeAccounts = (tx: Tx, movements: readonly Movement[]): Promise<PayeeAccount[]> =>
  query(payeeAccount)`
    select a.holder_id as "holderId", a.id, a.kind, a.link_id as "linkId"
    from accounts a
    where a.holder_id = any(${holdersOf(movements)}::bigint[])
      and a.id = any(${[...new Set(movements.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId]))]}::bigint[])
      and a.kind in ('earnings', 'link_debt')`.execute(tx);

const payee = {
  companyId: int8,
  /** The company's name. */
  company: text,
  linkId: int8,
  holderId: int8,
};
export type Payee = RowOf<typeof payee>;

/** Whose earnings are on these accounts. */
export const findPayees = (tx: Tx, accounts: readonly PayeeAccount[]): Promise<Payee[]> =>
  query(payee)`
    select l.company_id as "companyId", c.name as company, l.id as "linkId", l.holder_id as "holderId"
    from (
      select distinct * from ${unnested('a', accounts, { holderId: int8, linkId: int8 })}) m
    join links l on l.company_id = m.holder_id and l.id = m.link_id
    join holders c on c.id = l.company_id`.execute(tx);

const told = { holderId: int8, transferId: narrowed(int8) };

/** The movements, each in its payee's book, that already have an event. */
export const listTold = (
  tx: Tx,
  movements: readonly { holderId: bigint; transferId: bigint }[],
): Promise<RowOf<typeof told>[]> =>
  query(told)`
    select e.holder_id as "holderId", e.transfer_id as "transferId"
    from ${unnested('m', movements, { holderId: int8, transferId: int8 })}
    join events e on e.holder_id = m.holder_id and e.transfer_id = m.transfer_id
    where e.holder_id = any(${holdersOf(movements)}::bigint[])`.execute(tx);

const claim = { holderId: int8, mode: oneOf(...modes), claimRef: text, id: text };

export const findClaimIds = (
  tx: Tx,
  claims: readonly (Book & { claimRef: string | null })[],
): Promise<RowOf<typeof claim>[]> =>
  query(claim)`
    select c.holder_id as "holderId", c.mode, c.claim_ref as "claimRef", c.id
    from ${unnested('k', claims, { holderId: int8, mode: text, claimRef: text })}
    join shadow_claims c on c.holder_id = k.holder_id and c.mode = k.mode and c.claim_ref = k.claim_ref
    where c.holder_id = any(${holdersOf(claims)}::bigint[])`.execute(tx);

export type EarningEvent = {
  /** The payee. */
  holderId: bigint;
  mode: Mode;
  id: string;
  type: string;
  subjectKind: string;
  subjectId: string;
  data: object;
  createdAt: Date;
  transferId: bigint;
};

const earningEvents = sentRows<EarningEvent & { position: bigint }>()({
  holderId: int8,
  id: text,
  mode: text,
  type: text,
  subjectKind: text,
  subjectId: text,
  data: takenJoined(text, ({ data }: EarningEvent & { position: bigint }) => JSON.stringify(data)),
  createdAt: timestamptz,
  position: int8,
  transferId: int8,
});

/** Appends events of payees, which have their position from the beginning. */
export async function insertEarningEvents(
  tx: Tx,
  events: readonly (EarningEvent & { position: bigint })[],
): Promise<void> {
  if (events.length === 0) return;
  await command`${insertEvents({
    from: earningEvents.as('e', events),
    holderId: sql`e.holder_id`,
    id: sql`e.id`,
    mode: sql`e.mode`,
    type: sql`e.type`,
    subjectKind: sql`e.subject_kind`,
    subjectId: sql`e.subject_id`,
    data: sql`e.data::json`,
    createdAt: sql`e.created_at`,
    // A payee is told what happened, not which request of the company did it.
    requestId: sql`null::uuid`,
    placed: { position: sql`e.position`, transferId: sql`e.transfer_id` },
  })}`.execute(tx);
}
