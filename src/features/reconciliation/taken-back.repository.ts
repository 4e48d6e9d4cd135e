/** SQL of the credits that lines of money that went out may take back: top-ups, and payments by bank transfer. Reads only. */
import { bool, int8, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId, type PublicIdPrefix } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { holderKindNames } from '../../base/schemas/holder-parts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findReferences } from '../wallets/transfer-reference.ts';
import { takeBackGrounds } from './judge-take-back.ts';
import { writtenIds } from './named-ids.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';

const takeable = {
  lineId: int8,
  by: oneOf(...takeBackGrounds),
  id: text,
  currency: text,
  /** What was credited, in minor units. */
  amount: int8,
  /** It was credited, and not taken back since. */
  canBeTaken: bool,
  /** A line of the same amount paid it. */
  isWhole: bool,
  /** That line, where it brought more than the payment needed, and what is still here of the rest, in minor units. */
  restLineId: nullable(int8),
  restAmount: int8,
  holderId: int8,
  holderName: text,
  holderKind: oneOf(...holderKindNames),
};

export type Takeable = RowOf<typeof takeable> & { kind: 'top_up' | 'payment' };

/** What these lines name: references, and ids with this prefix. `reversing`: those that the bank marks as reversals. */
function namedIn(lines: readonly StoredLine[], prefix: PublicIdPrefix) {
  const texts = lines.map((line) => ({ lineId: line.id, text: `${line.reference} ${line.endToEndId ?? ''}` }));
  const references = texts.flatMap(({ lineId, text: said }) =>
    findReferences(said).map((reference) => ({ lineId, reference })),
  );
  const ids = texts.flatMap(({ lineId, text: said }) =>
    writtenIds(said, prefix).flatMap((id) => {
      const holderId = holderOfPublicId(prefix, id);
      return holderId === undefined ? [] : [{ lineId, holderId, id }];
    }),
  );
  const reversing = lines.filter(isReversal).map(({ id }) => ({ lineId: id }));
  return { references, ids, reversing, isNone: references.length + ids.length + reversing.length === 0 };
}

/** @param lines of this source that went out. @returns whatever any of them may take back, on each ground (judge-take-back.ts). */
export async function findTakeable(
  db: Database | Tx,
  { mode, source }: Outside,
  lines: readonly StoredLine[],
): Promise<Takeable[]> {
  const { references, ids, reversing, isNone } = namedIn(lines, 'top');
  if (isNone) return [];
  const rows = await query(takeable)`
    with found as (
      select r.line_id, 'name' as by, u.holder_id, u.id
      from ${unnested('r', references, { lineId: int8, reference: text })}
      join top_ups u on u.reference = r.reference
      union
      -- The reference of a payee's cash stays the same: what was credited of this amount.
      select r.line_id, 'name', u.holder_id, u.id
      from ${unnested('r', references, { lineId: int8, reference: text })}
      join statement_lines l on l.id = r.line_id
      join cash_references c on c.reference = r.reference
      join top_ups u on u.holder_id = c.holder_id and u.mode = c.mode and u.currency = c.currency and u.link_id = c.link_id
        and u.amount = -l.amount and u.reversed_at is null
      union
      select i.line_id, 'name', i.holder_id, i.id from ${unnested('i', ids, { lineId: int8, holderId: int8, id: text })}
      union
      select l.id, case when e.end_to_end_id = l.end_to_end_id then 'end_to_end_id' else 'account' end,
        t.holder_id, t.subject_id
      from ${unnested('v', reversing, { lineId: int8 })}
      join statement_lines l on l.id = v.line_id
      join statement_lines e on e.mode = l.mode and e.source = l.source and e.counterparty_account = l.counterparty_account
        and e.currency = l.currency and e.amount = -l.amount and e.booked_on <= l.booked_on
      join statement_matches m on m.line_id = e.id
      join transfers t on t.holder_id = m.transfer_holder_id and t.id = m.transfer_id and t.code = 'top_up')
    select f.line_id as "lineId", f.by, u.id, u.currency, u.amount,
      u.status = 'succeeded' and u.reversed_at is null as "canBeTaken", false as "isWhole", null::bigint as "restLineId", 0::bigint as "restAmount", u.holder_id as "holderId", h.name as "holderName",
      h.kind as "holderKind"
    from found f
    join top_ups u on u.holder_id = f.holder_id and u.id = f.id and u.mode = ${mode} and u.source = ${source}
    join holders h on h.id = u.holder_id
    order by f.line_id, u.holder_id, u.id`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'top_up' }));
}

/**
 * As `findTakeable`, of payments at the checkout: of each what the bank has not taken back before. Of several lines of the same amount that
 * paid it, the one with the largest rest.
 */
export async function findTakeablePayments(
  db: Database | Tx,
  { mode, source }: Outside,
  lines: readonly StoredLine[],
): Promise<Takeable[]> {
  const { references, ids, reversing, isNone } = namedIn(lines, 'pay');
  if (source !== 'bank' || isNone) return [];
  const rows = await query(takeable)`
    with found as (
      select r.line_id, 'name' as by, t.holder_id, t.payment_id as id
      from ${unnested('r', references, { lineId: int8, reference: text })}
      join payment_transfers t on t.reference = r.reference
      union
      select i.line_id, 'name', i.holder_id, i.id from ${unnested('i', ids, { lineId: int8, holderId: int8, id: text })}
      union
      select l.id, case when e.end_to_end_id = l.end_to_end_id then 'end_to_end_id' else 'account' end,
        t.holder_id, t.subject_id
      from ${unnested('v', reversing, { lineId: int8 })}
      join statement_lines l on l.id = v.line_id
      join statement_lines e on e.mode = l.mode and e.source = l.source and e.counterparty_account = l.counterparty_account
        and e.currency = l.currency and e.amount = -l.amount and e.booked_on <= l.booked_on
      join statement_matches m on m.line_id = e.id
      join transfers t on t.holder_id = m.transfer_holder_id and t.id = m.transfer_id and t.code = 'payment')
    select f.line_id as "lineId", f.by, p.id, p.currency, coalesce(p.captured_amount, p.amount) - p.charged_back_amount as amount,
      coalesce(p.captured_amount, p.amount) > p.charged_back_amount as "canBeTaken", e.id is not null as "isWhole",
      case when e.rest > 0 then e.id end as "restLineId", coalesce(e.rest, 0) as "restAmount", p.holder_id as "holderId",
      h.name as "holderName", h.kind as "holderKind"
    from found f
    join payments p on p.holder_id = f.holder_id and p.id = f.id and p.mode = ${mode}
    join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'
      and a.method = 'bank_transfer'
    join holders h on h.id = p.holder_id
    join statement_lines l on l.id = f.line_id
    left join lateral (
      select e.id, case when exists (select from line_returns r where r.line_id = e.id and r.status = 'sent') then 0
        else e.amount - e.matched_amount + coalesce((
          select sum(b.amount) from statement_bookings b
          where b.holder_id = ${serviceHolderId} and b.line_id = e.id and b.kind = 'set_aside' and b.reversed_at is null), 0)
        end::bigint as rest
      from transfers t
      join statement_matches m on m.transfer_holder_id = t.holder_id and m.transfer_id = t.id and m.source = 'bank'
      join statement_lines e on e.id = m.line_id and e.amount = -l.amount and e.booked_on <= l.booked_on
      where t.holder_id = p.holder_id and t.subject_kind = 'payment' and t.subject_id = p.id and t.code = 'payment'
      order by rest desc, e.id limit 1) e on true
    order by f.line_id, p.holder_id, p.id`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'payment' }));
}

/** The bank says that the line undoes another, or why its money went back. */
const isReversal = ({ reverses, returnReason, counterpartyAccount }: StoredLine): boolean =>
  (reverses || returnReason !== null) && counterpartyAccount !== null;
