/**
 * docs/ledger.md, "What verify proves" 11: what was reconciled by the end of a month stays until the month is reopened. By
 * the times in the rows, whatever wrote them.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const line = sql`'line ' || l.line_number || ' of import ' || l.import_id`;

/** The month of a line `l` was closed at that time. */
const wasClosed = (at: string) => sql`
  c.mode = l.mode and c.source = l.source and l.booked_on < c.month + interval '1 month'
    and ${sql.raw(at)} > c.closed_at and (c.reopened_at is null or ${sql.raw(at)} < c.reopened_at)`;

const closed = sql`', while ' || to_char(c.month, 'YYYY-MM') || ' was closed'`;

const changes = (scope: Scope) => sql`
  select ${line} as row, 'was imported' || ${closed} as problem
  from ${scope.written('statement_lines')} l
  join statement_imports i on i.id = l.import_id
  join statement_months c on ${wasClosed('i.imported_at')}
  union all
  select ${line}, 'was matched with transfer ' || m.transfer_id || ${closed}
  from ${scope.written('statement_matches')} m
  join statement_lines l on l.id = m.line_id
  join statement_months c on ${wasClosed('m.matched_at')}
  union all
  select ${line}, 'was booked, or its booking reversed,' || substr(${closed}, 2)
  from ${scope.rows('statement_bookings')} b
  join statement_lines l on l.id = b.line_id
  join statement_months c on ${wasClosed('b.created_at')} or ${wasClosed('b.reversed_at')}
  union all
  select ${line}, 'is open' || replace(${closed}, 'was', 'is')
  from ${scope.written('statement_lines')} l
  join statement_months c on c.mode = l.mode and c.source = l.source and l.booked_on < c.month + interval '1 month'
  where c.reopened_at is null and l.matched_amount <> l.amount and coalesce(l.duplicate, 'other') <> 'same'`;

export const closedMonthChecks: readonly Check[] = [
  { name: 'Nothing of a closed month changed after it was closed', query: changes },
];
