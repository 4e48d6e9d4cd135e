/** Payouts that wait for the operator: to be approved, and then to be sent to the bank. */
import { sql } from 'kysely';
import type { Mode } from '../../../base/money/mode.ts';
import { findLastReturns } from '../../payouts/operator-payouts.repository.ts';
import type { Exception, Reader } from '../exception.ts';
import { type Rows, sqlSource } from '../sources.repository.ts';

const rowsOf = (mode: Mode, status: 'requested' | 'approved'): Rows => ({
  from: sql`payouts p join holders h on h.id = p.owner_holder_id where p.mode = ${mode} and p.status = ${status}`,
  id: sql`p.id`,
  since: status === 'approved' ? sql`p.approved_at` : sql`p.created_at`,
  order: sql`p.position`,
  holderId: sql`h.id`,
  holderName: sql`h.name`,
  amount: sql`p.amount`,
  currency: sql`p.currency`,
});

export const payoutApprove = sqlSource({
  kind: 'payout_approve',
  needs: 'payouts.read',
  effect: 'pays_out',
  rows: ({ mode }) => ({
    ...rowsOf(mode, 'requested'),
    facts: sql`jsonb_build_object('bankAccountId', p.bank_account_id)`,
  }),
  foresee: sayLastReturn,
});

/** Whether the last payout to the same bank account came back, and why. */
async function sayLastReturn({ db, book: { mode } }: Reader, rows: readonly Exception[]): Promise<Exception[]> {
  const accountOf = ({ facts }: Exception) => String(facts?.bankAccountId);
  const payouts = rows.flatMap((row) =>
    row.holder === null ? [] : [{ mode, ownerHolderId: row.holder.id, bankAccountId: accountOf(row) }],
  );
  const returns = await findLastReturns(db, payouts);
  return rows.map((row) => {
    const last = returns.get(accountOf(row));
    return last === undefined ? row : { ...row, reason: 'returned_before', said: last.reason };
  });
}

export const payoutSend = sqlSource({
  kind: 'payout_send',
  needs: 'payouts.read',
  effect: 'pays_out',
  rows: ({ mode }) => rowsOf(mode, 'approved'),
});
