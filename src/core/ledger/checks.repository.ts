/**
 * The checks of `sluice verify` (docs/ledger.md, "What verify proves") and the query that runs one. Nothing here
 * writes.
 */
import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { balanceChecks } from './checks/balances.ts';
import { captureChecks } from './checks/captures.ts';
import { cashChecks } from './checks/cash.ts';
import { causeChecks } from './checks/causes.ts';
import { chargedBackChecks } from './checks/charged-back.ts';
import type { Check, Offence, Scope } from './checks/check.ts';
import { closedMonthChecks } from './checks/closed-months.ts';
import { debtSettlementChecks } from './checks/debt-settlements.ts';
import { disputeChecks } from './checks/disputes.ts';
import { keptRowChecks } from './checks/kept-rows.ts';
import { lateCaptureChecks } from './checks/late-captures.ts';
import { modeChecks } from './checks/modes.ts';
import { orderFeeChecks } from './checks/order-fees.ts';
import { orderRefundChecks } from './checks/order-refunds.ts';
import { outsideMoneyChecks } from './checks/outside-money.ts';
import { partyChecks } from './checks/parties.ts';
import { paymentFeeChecks } from './checks/payment-fees.ts';
import { paymentTransferChecks } from './checks/payment-transfers.ts';
import { paymentChecks } from './checks/payments.ts';
import { payoutChecks } from './checks/payouts.ts';
import { publishedStateChecks } from './checks/published-states.ts';
import { recoveryChecks } from './checks/recoveries.ts';
import { requiredTransferChecks } from './checks/required-transfers.ts';
import { routeChecks } from './checks/routes.ts';
import { settlementChecks } from './checks/settlements.ts';
import { shadowChecks } from './checks/shadow.ts';
import { subjectChecks } from './checks/subjects.ts';
import { topUpChecks } from './checks/top-ups.ts';
import { webhookChecks } from './checks/webhooks.ts';

/** A new check goes into a file of its own in `checks/` and gets one line here, under what it is about. */
const grouped = {
  transfers: [...balanceChecks, ...routeChecks, ...subjectChecks, ...requiredTransferChecks],
  orders: [...settlementChecks, ...orderRefundChecks, ...orderFeeChecks, ...partyChecks, ...captureChecks],
  shadow: shadowChecks,
  payments: [
    ...paymentChecks,
    ...paymentFeeChecks,
    ...paymentTransferChecks,
    ...disputeChecks,
    ...chargedBackChecks,
    ...lateCaptureChecks,
  ],
  payouts: [...payoutChecks, ...recoveryChecks, ...debtSettlementChecks, ...cashChecks],
  bank: [...topUpChecks, ...outsideMoneyChecks, ...closedMonthChecks],
  events: [...publishedStateChecks, ...causeChecks, ...webhookChecks],
  records: [...keptRowChecks, ...modeChecks],
} as const satisfies Record<string, readonly Check[]>;

type CheckGroup = keyof typeof grouped;
export const checkGroups = Object.keys(grouped) as CheckGroup[];

export const checks: readonly Check[] = Object.values(grouped).flat();

/** That of the seals, which no query makes (run-verification.ts). */
export const sealCheckName = 'What was sealed is unchanged';

const groups = new Map<string, CheckGroup>([
  ...checkGroups.flatMap((group) => grouped[group].map(({ name }) => [name, group] as const)),
  [sealCheckName, 'records'],
]);

/** What a check is about; undefined for one that an earlier version made under another name. */
export const groupOfCheck = (name: string): CheckGroup | undefined => groups.get(name);

/** `count` is how many rows offend, of which `offences` names the first. */
export type Found = { offences: Offence[]; count: number };

/** The first offending rows, and how many there are. */
const offencesOf = (check: Check, scope: Scope, limit: number): RawBuilder<unknown> =>
  sql`select *, count(*) over () as count from (${check.query(scope)}) found order by 1 limit ${sql.lit(limit)}`;

/** The first offending rows of a check, and their total count. */
export async function findOffences(db: Database, check: Check, scope: Scope, limit: number): Promise<Found> {
  const statement = offencesOf(check, scope, limit);
  const rows = await query({ row: text, problem: nullable(text), count: int8 })`${statement}`.execute(db);
  // A problem's text is null when a damaged row has nulls in the columns it is built from.
  const offences = rows.map(({ row, problem }) => ({ row, problem: problem ?? 'breaks this rule' }));
  return { offences, count: Number(rows[0]?.count ?? 0n) };
}
