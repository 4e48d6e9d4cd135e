/**
 * docs/ledger.md, "What verify proves" 4 and 7: payments, refunds, top-ups, payouts, fees and the like have exactly the
 * transfers that their rows ask for, in every book. The rows' side is in required-by-*.ts.
 */
import { type RawBuilder, sql } from 'kysely';
import { accountNameInSql } from '../account-sql.ts';
import { exactCodes } from '../transfer-rules.ts';
import { requiredByHandovers } from './cash.ts';
import { type Check, listed, type Scope, type SubjectTable } from './check.ts';
import { requiredByDebtSettlements } from './debt-settlements.ts';
import { requiredByPayments, requiredByRefunds } from './required-by-payments.ts';
import { requiredByPayouts, requiredByTopUps } from './required-by-payouts.ts';
import { requiredByBookings, requiredByDisputes, requiredByFees, requiredByReturns } from './required-by-service.ts';

/** Compares a subject kind's transfers with its rows. Adding a table here takes one line. */
type Required = { tables: readonly SubjectTable[]; by: (scope: Scope) => RawBuilder<unknown> };

const compared = (name: string, required: readonly Required[]): Check => ({
  name,
  query: (scope) => transfers(scope, required),
});

const noCode = (alias: string) => sql.raw(`${alias}.subject_kind || ' ' || ${alias}.subject_id`);

/** Both sides, joined by the key under which a transfer can be posted once. */
const transfers = (scope: Scope, required: readonly Required[]) => sql`
  with required (holder_id, mode, subject_kind, subject_id, code, line, currency, amount, from_kind, from_source,
      from_link_id, to_kind, to_source, to_link_id) as (
    ${sql.join(
      required.map(({ by }) => by(scope)),
      sql` union all `,
    )}
  ), posted as (
    select t.holder_id, t.mode, t.subject_kind, t.subject_id, t.code, t.line, t.currency, t.amount,
      f.kind as from_kind, f.source as from_source, f.link_id as from_link_id, ${accountNameInSql('f')} as payer,
      p.kind as to_kind, p.source as to_source, p.link_id as to_link_id, ${accountNameInSql('p')} as payee
    from ${scope.transfersOf(...required.flatMap(({ tables }) => tables))} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.code in ${listed(exactCodes)})
  select case when p.code is null then ${noCode('r')} else ${noCode('p')} end
      || ' (holder ' || coalesce(p.holder_id, r.holder_id) || ', ' || coalesce(p.mode, r.mode) || '), '
      || coalesce(p.code, r.code) || ' ' || coalesce(p.line, r.line) as row,
    case
      when p.code is null then 'is without its transfer of ' || r.amount || ' ' || r.currency
      when r.code is null then 'has a transfer of ' || p.amount || ' ' || p.currency || ' that nothing asks for'
      else 'asks for ' || r.amount || ' ' || r.currency || ' from ' || ${nameOf('from')} || ' to ' || ${nameOf('to')}
        || ', posted ' || p.amount || ' ' || p.currency || ' from ' || p.payer || ' to ' || p.payee end as problem
  from required r
  full join posted p on p.holder_id = r.holder_id and p.mode = r.mode and p.subject_kind = r.subject_kind
    and p.subject_id = r.subject_id and p.code = r.code and p.line = r.line
  where r.code is null or p.code is null or r.amount <> p.amount or r.currency <> p.currency
    or (r.from_kind, r.from_source, r.from_link_id) is distinct from (p.from_kind, p.from_source, p.from_link_id)
    or (r.to_kind, r.to_source, r.to_link_id) is distinct from (p.to_kind, p.to_source, p.to_link_id)`;

const nameOf = (end: 'from' | 'to') =>
  sql.raw(`(r.${end}_kind || coalesce(':' || r.${end}_source, ':' || r.${end}_link_id, ''))`);

export const requiredTransferChecks: readonly Check[] = [
  compared('Payments and top-ups have exactly the transfers they require', [
    { tables: ['payments'], by: requiredByPayments },
    { tables: ['top_ups'], by: requiredByTopUps },
  ]),
  compared('Refunds have exactly the transfers they require', [{ tables: ['refunds'], by: requiredByRefunds }]),
  compared('Payouts have exactly the transfers their state requires', [{ tables: ['payouts'], by: requiredByPayouts }]),
  compared(
    'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require',
    [
      {
        tables: ['commission_transfers', 'fee_collections', 'fee_draws', 'acquirer_payouts'],
        by: requiredByFees,
      },
      { tables: ['statement_bookings'], by: requiredByBookings },
      { tables: ['line_returns'], by: requiredByReturns },
      { tables: ['disputes'], by: requiredByDisputes },
    ],
  ),
  compared('Cash was handed over, given back and became a debt exactly as recorded', [
    { tables: ['cash_handovers'], by: requiredByHandovers },
  ]),
  compared('Debts were repaid outside and written off exactly as recorded', [
    { tables: ['debt_settlements'], by: requiredByDebtSettlements },
  ]),
];
