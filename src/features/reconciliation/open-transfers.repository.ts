/** SQL that finds transfers that are not on statements as a whole, for a person who looks for one. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { OpenTransfer } from './match-lines.ts';
import { isWithin, listLeft, ownNameInSql } from './outside-transfers.repository.ts';
import type { Days, Outside } from './reconciliation.repository.ts';
import { squeezed } from './text-references.ts';

export type TransferSearch = Partial<Days> & {
  currency?: string | undefined;
  /** `in`: it came in. */
  side?: 'in' | 'out' | undefined;
  /** Minor units, above 0: of the whole, or of what is open of it. */
  size?: bigint | undefined;
  /** Minor units, signed as on a statement: what is open of it. */
  left?: bigint | undefined;
  /** A holder's id, a part of its name, the beginning of a member's address, or a part of a reference. */
  text?: string | undefined;
};

/** Shorter parts are in half of all references. */
const partLengthMin = 4;

/** The newest first. `amount` is what is open of each. */
export async function listTransfersLeft(
  db: Database,
  outside: Outside,
  { currency, side, size, left, text, from, to }: TransferSearch,
  { after, limit }: Page,
): Promise<OpenTransfer[]> {
  const conditions: RawBuilder<unknown>[] = [isWithin({ from, to })];
  if (currency !== undefined) conditions.push(sql`t.currency = ${currency}`);
  if (side !== undefined) conditions.push(side === 'in' ? sql`t.amount > 0` : sql`t.amount < 0`);
  if (size !== undefined)
    conditions.push(sql`(abs(t.amount) = ${size}::bigint or abs(t.left_amount) = ${size}::bigint)`);
  if (left !== undefined) conditions.push(sql`t.left_amount = ${left}::bigint`);
  if (text !== undefined) conditions.push(isFound(text));
  if (after !== undefined) conditions.push(sql`t.id < ${after}`);
  return listLeft(db, outside, sql.join(conditions, sql` and `), sql`t.id desc`, limit);
}

/** Also by the owner of a payout that leaves another holder's book. */
function isFound(text: string): RawBuilder<unknown> {
  const id = /^[0-9]{1,15}$/.test(text) ? BigInt(text) : null;
  const part = squeezed(text);
  const holders = sql`
    select h.id from holders h where h.id = ${id}::bigint or strpos(lower(h.name), lower(${text})) > 0
    union
    select m.holder_id from people p join members m on m.person_id = p.id where starts_with(p.email, lower(${text}))`;
  const ofHolder = sql`
    t.holder_id in (${holders}) or exists (
      select from payouts o where t.subject_kind = 'payout' and o.holder_id = t.holder_id and o.id = t.subject_id
        and o.owner_holder_id in (${holders}))`;
  return part.length < partLengthMin ? sql`(${ofHolder})` : sql`(${ofHolder} or ${isNamed(part)})`;
}

/**
 * The transfers with a reference that has this part: its own, or that of what stands beside it (`namesInSql`). What has the part is
 * read first, once, because looking up the references of each transfer takes many times as long.
 */
function isNamed(part: string): RawBuilder<unknown> {
  const has = (name: RawBuilder<unknown>) => hasPart(name, part);
  const isOfId = (id: RawBuilder<unknown>) => sql`strpos(replace(lower(${id}), '_', ''), ${part}) > 0`;
  // Payments and attempts, which most transfers are of, are found by their ids below.
  return sql`((t.subject_kind not in ('payment', 'attempt') and ${has(ownNameInSql)}) or (t.holder_id, t.subject_kind, t.subject_id) in (
    with attempts as materialized (
      select a.holder_id, a.id, a.payment_id, a.status from payment_attempts a where ${isOfId(sql`a.id`)} or ${has(sql`a.provider_ref`)}
    ), paid as materialized (
      select p.holder_id, p.id from payments p where ${isOfId(sql`p.id`)} or ${isOfId(sql`p.trx_id`)}
      union
      select a.holder_id, a.payment_id from attempts a where a.status = 'succeeded'
    )
    select holder_id, 'payment', id from paid
    union all
    select r.holder_id, 'refund', r.id from paid join refunds r on r.holder_id = paid.holder_id and r.payment_id = paid.id
    union all
    select holder_id, 'attempt', id from attempts
    union all
    select u.holder_id, 'top_up', u.id from top_ups u where ${has(sql`u.reference`)}))`;
}

/** Only letters and digits are compared. Most references have no others but these two, whose removal takes a tenth of the time. */
const hasPart = (name: RawBuilder<unknown>, part: string): RawBuilder<unknown> => sql`(
  strpos(replace(replace(lower(${name}), '_', ''), '-', ''), ${part}) > 0
  or (${name} ~ '[^[:alnum:]_-]' and strpos(lower(regexp_replace(${name}, '[^[:alnum:]]', '', 'g')), ${part}) > 0))`;
