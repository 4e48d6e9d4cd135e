/** SQL that names transfers for people: of which holder, of which kind, about what. Reads only. */

import { int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { unnested } from '../../base/database/unnested.ts';
import { holderKindNames } from '../../base/schemas/holder-parts.ts';
import { subjectShape } from '../../core/ledger/account-sql.ts';
import { transferCode } from '../../core/ledger/transfer-code.ts';

const columns = {
  holderId: int8,
  id: int8,
  code: transferCode,
  ...subjectShape,
  createdAt: timestamptz,
  holderName: text,
  holderKind: oneOf(...holderKindNames),
  /** Whose money it is: a payee's payout leaves the book of its company. */
  ownerId: int8,
  ownerName: text,
  /** Of what a rule booked. */
  ruleId: nullable(int8),
  ruleText: nullable(text),
};

export type NamedTransfer = RowOf<typeof columns>;

export type TransferKey = { holderId: bigint; id: bigint };

export const nameOfKey = ({ holderId, id }: TransferKey): string => `${holderId}/${id}`;

/** By `nameOfKey`. */
export async function findNamedTransfers(
  db: Database,
  keys: readonly TransferKey[],
): Promise<Map<string, NamedTransfer>> {
  if (keys.length === 0) return new Map();
  const rows = await query(columns)`
    select t.holder_id as "holderId", t.id, t.code, t.subject_kind as "subjectKind", t.subject_id as "subjectId",
      t.created_at as "createdAt", h.name as "holderName", h.kind as "holderKind",
      coalesce(o.id, h.id) as "ownerId", coalesce(o.name, h.name) as "ownerName", r.id as "ruleId",
      r.text as "ruleText"
    from ${unnested('k', keys, { holderId: int8, id: int8 })}
    join transfers t on t.holder_id = k.holder_id and t.id = k.id
    join holders h on h.id = t.holder_id
    left join payouts p on t.subject_kind = 'payout' and p.holder_id = t.holder_id and p.id = t.subject_id
    left join holders o on o.id = p.owner_holder_id
    left join statement_bookings b on t.subject_kind = 'statement_booking' and b.holder_id = t.holder_id
      and b.mode = t.mode and b.id = t.subject_id
    left join booking_rules r on r.id = b.rule_id`.execute(db);
  return new Map(rows.map((row) => [nameOfKey(row), row]));
}
