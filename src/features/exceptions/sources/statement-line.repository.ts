/** Lines of statements that the books don't explain: incoming transfers to decide about, and all others to match. */
import { sql } from 'kysely';
import { otherOpenLines } from '../../reconciliation/open-lines.repository.ts';
import { incomingLines } from '../../reconciliation/transfers.repository.ts';
import { foreseeMatch } from '../foresee-match.ts';
import { type Rows, sqlSource } from '../sources.repository.ts';

const columns: Omit<Rows, 'from'> = {
  id: sql`l.id`,
  since: sql`i.imported_at`,
  order: sql`l.booked_on, l.id`,
  label: sql`l.counterparty_name`,
  amount: sql`l.amount - l.matched_amount`,
  currency: sql`l.currency`,
  said: sql`left(l.reference, 200)`,
};

export const transfer = sqlSource({
  kind: 'transfer',
  needs: 'reconciliation.read',
  rows: async ({ mode }, _now, db) => ({
    ...columns,
    from: await incomingLines(db, mode),
    amount: sql`l.amount - l.matched_amount + coalesce(s.amount, 0)`,
  }),
  foresee: foreseeMatch,
});

export const statementLine = sqlSource({
  kind: 'statement_line',
  needs: 'reconciliation.read',
  rows: ({ mode }) => ({
    ...columns,
    from: otherOpenLines(mode),
    // Which source it is of leads to its list.
    facts: sql`jsonb_build_object('source', l.source)`,
    reason: sql`case when l.duplicate = 'possible' then 'possible_duplicate' when l.direction = 'unknown' then 'direction'
      else 'unmatched' end`,
  }),
});
