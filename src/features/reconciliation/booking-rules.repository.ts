/** All SQL of the rules by which lines are booked. */
import { sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type BookingRule, type RuledLine, type RuleKind, type RuleTerms, ruleKinds } from './booking-rule.ts';
import { bookingKinds } from './bookings.repository.ts';
import { isDecided, type Outside } from './reconciliation.repository.ts';

const terms = {
  id: int8,
  mode: oneOf(...modes),
  source: text,
  text,
  currency: text,
  direction: nullable(oneOf('in', 'out')),
  amountMax: int8,
  account: nullable(text),
  kind: oneOf(...ruleKinds),
  createdAt: timestamptz,
  endedAt: nullable(timestamptz),
};

const termColumns =
  sql.raw(`r.id, r.mode, r.source, r.text, r.currency, r.direction, r.amount_max as "amountMax", r.account,
  r.kind, r.created_at as "createdAt", r.ended_at as "endedAt"`);

export type StoredRule = RowOf<typeof terms>;

/** `booked`: how many lines it has booked. */
const listed = { ...terms, booked: int8 };
type ListedRule = RowOf<typeof listed>;

export async function insertRule(tx: Tx, mode: Mode, rule: RuleTerms, at: Date): Promise<bigint> {
  const { id } = await tx
    .insertInto('bookingRules')
    .values({ mode, ...rule, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** In the order in which they were made. */
export async function listRulesInForce(db: Database | Tx, { mode, source }: Outside): Promise<BookingRule[]> {
  return query(terms)`
    select ${termColumns} from booking_rules r
    where r.mode = ${mode} and r.source = ${source} and r.ended_at is null order by r.id`.execute(db);
}

/** Newest first. @param ended those that have ended, or those in force. */
export async function listRules(
  db: Database,
  { mode, source }: Outside,
  { ended, after, limit }: Page & { ended: boolean },
): Promise<ListedRule[]> {
  const from = after === undefined ? sql`true` : sql`r.id < ${after}`;
  const state = ended ? sql`r.ended_at is not null` : sql`r.ended_at is null`;
  return query(listed)`
    select ${termColumns}, (
      select count(*) from statement_bookings b where b.holder_id = ${serviceHolderId} and b.rule_id = r.id) as booked
    from booking_rules r
    where r.mode = ${mode} and r.source = ${source} and ${state} and ${from} order by r.id desc limit ${limit}`.execute(
    db,
  );
}

export async function findRule(db: Database | Tx, id: bigint): Promise<StoredRule | undefined> {
  return query(terms)`select ${termColumns} from booking_rules r where r.id = ${id}`.executeTakeFirst(db);
}

export async function setRuleEnded(tx: Tx, id: bigint, at: Date): Promise<void> {
  await tx.updateTable('bookingRules').set({ endedAt: at }).where('id', '=', id).execute();
}

const ruledLine = { id: int8, currency: text, amount: int8, text, account: text };

/**
 * The lines that a rule may book: of which nothing is matched, that a person has no question about, and whose money is not sent
 * back. @param importId of this statement alone. @returns at most `limit` after `after`, by id.
 */
export async function listLinesForRules(
  db: Database | Tx,
  { mode, source }: Outside,
  importId: bigint | undefined,
  { after, limit }: Page,
): Promise<RuledLine[]> {
  const of = importId === undefined ? sql`true` : sql`l.import_id = ${importId}`;
  return query(ruledLine)`
    select l.id, l.currency, l.amount, concat_ws(' ', l.reference, l.end_to_end_id) as text, i.account
    from statement_lines l join statement_imports i on i.id = l.import_id
    where l.mode = ${mode} and l.source = ${source} and l.matched_amount = 0 and not l.rules_off and ${isDecided('l')}
      and ${of} and l.id > ${after ?? 0n}
      and not exists (select from returned_transfers t where t.line_id = l.id)
    order by l.id limit ${limit}`.execute(db);
}

const bookedByHand = { id: int8, kind: oneOf(...bookingKinds), currency: text, amount: int8, text };

type BookedByHand = RowOf<typeof bookedByHand> & { kind: RuleKind };

/** Lines that people booked as a whole as what a rule may book, the latest first. */
export async function listBookedByHand(
  db: Database,
  { mode, source }: Outside,
  limit: number,
): Promise<BookedByHand[]> {
  const rows = await query(bookedByHand)`
    select l.id, b.kind, l.currency, l.amount, l.reference as text
    from statement_bookings b join statement_lines l on l.id = b.line_id
    where b.holder_id = ${serviceHolderId} and b.mode = ${mode} and b.source = ${source} and b.kind <> 'set_aside'
      and b.rule_id is null and b.reversed_at is null and b.amount = l.amount
    order by b.created_at desc, l.id desc limit ${limit}`.execute(db);
  return rows.flatMap(({ kind, ...row }) => (kind === 'set_aside' ? [] : [{ ...row, kind }]));
}
