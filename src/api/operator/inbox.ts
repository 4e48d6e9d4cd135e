/** The operator's inbox: how much of what waits for a person. The items themselves are exceptions. Reads only. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import { Count, Currency, NullableInstant } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findLastVerification } from '../../core/ledger/verifications.repository.ts';
import { countWaitingWriteOffs } from '../../features/debts/debt-settlements.repository.ts';
import { countWaitingApprovals } from '../../features/holders/approval-requests.repository.ts';
import { countUnreturned } from '../../features/payments/late-captures.repository.ts';
import { countDueDisputes } from '../../features/payments/operator-disputes.repository.ts';
import { countPayouts } from '../../features/payouts/operator-payouts.repository.ts';
import { countOpenLines } from '../../features/reconciliation/open-lines.repository.ts';
import { readBalances } from '../../features/reconciliation/read-gaps.ts';
import { SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { listSources } from '../../features/reconciliation/statement-sources.ts';
import { countIncomingLines } from '../../features/reconciliation/transfers.repository.ts';
import { countBankRefunds } from '../../features/refunds/bank-refunds.repository.ts';
import { listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { countPendingTopUps, countTakeBackRequests } from '../../features/wallets/operator-top-ups.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

/** A deadline this near is a matter for today. */
const nearMs = 7 * 24 * 60 * 60_000;

const Inbox = Type.Object(
  {
    approvals: Type.Object({ count: Count }),
    top_ups: Type.Object({ count: Count }),
    reversals: Type.Object({
      count: Type.Integer({
        minimum: 0,
        description: 'Top-ups to take back, for a second person to approve',
        examples: [0],
      }),
    }),
    transfers: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Incoming money awaiting a decision', examples: [0] }),
    }),
    bank_refunds: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Refunds to send by bank transfer', examples: [0] }),
    }),
    bank_details: Type.Object({
      currencies: Type.Array(Currency, {
        description: 'The currencies in which top-ups can be transferred: none until bank details are set',
      }),
    }),
    payouts: Type.Object({
      count: Count,
      to_send: Type.Integer({ minimum: 0, description: 'Approved and not sent to the bank yet', examples: [0] }),
    }),
    write_offs: Type.Object({ count: Count }),
    late_captures: Type.Object({
      count: Count,
      refused: Type.Integer({ minimum: 0, description: 'Of these, refused by the provider', examples: [0] }),
    }),
    disputes: Type.Object({
      open: Count,
      due: Type.Integer({ minimum: 0, description: 'Of these, to be answered within seven days', examples: [1] }),
      to_hand_over: Type.Integer({
        minimum: 0,
        description: 'Evidence that the provider takes another way than by API',
        examples: [0],
      }),
      next_due_at: NullableInstant,
    }),
    statement_lines: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Lines that match nothing in the books', examples: [0] }),
      possible_duplicates: Type.Integer({ minimum: 0, description: 'Of these, to be decided', examples: [0] }),
      gaps: Type.Integer({ minimum: 0, description: 'Statements that are missing', examples: [0] }),
      sources: Type.Array(Type.Object({ source: SourceName, count: Count })),
    }),
    books: Type.Object({
      state: Type.Enum(['unknown', 'balanced', 'unbalanced']),
      verified_at: NullableInstant,
    }),
  },
  { title: 'OperatorInbox', description: 'How many items of each kind are pending' },
);

export function operatorInboxRoute(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/inbox',
    schema: {
      ...audience.operation('getInbox', 'The operator’s pending items'),
      response: audience.readAnswers({ 200: dataOf(Inbox) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(
        request,
        ...(['holders.read', 'top_ups.read', 'payouts.read', 'late_captures.read'] as const),
        ...(['reconciliation.read', 'books.read', 'bank_details.read', 'disputes.read', 'debts.read'] as const),
      );
      return partnerSuccess(await readInbox(db, mode, clock.now(serviceHolderId, mode)));
    },
  });
}

async function readInbox(db: Database, mode: Mode, now: Date): Promise<Static<typeof Inbox>> {
  const [
    approvals,
    topUps,
    reversals,
    transfers,
    bankRefunds,
    details,
    payouts,
    approved,
    writeOffs,
    late,
    disputes,
    lines,
    ...rest
  ] = await Promise.all([
    countWaitingApprovals(db),
    countPendingTopUps(db, mode),
    countTakeBackRequests(db, mode),
    countIncomingLines(db, mode),
    countBankRefunds(db, mode),
    listBankDetails(db),
    countPayouts(db, mode, 'requested'),
    countPayouts(db, mode, 'approved'),
    countWaitingWriteOffs(db, mode),
    countUnreturned(db, mode),
    countDueDisputes(db, mode, new Date(now.getTime() + nearMs)),
    countOpenLines(db, mode),
    countGaps(db, mode),
    findLastVerification(db),
  ]);
  const [gaps, last] = rest;
  return {
    approvals: { count: approvals },
    top_ups: { count: topUps },
    reversals: { count: reversals },
    transfers: { count: transfers },
    bank_refunds: { count: bankRefunds },
    bank_details: { currencies: details.map(({ currency }) => currency) },
    payouts: { count: payouts, to_send: approved },
    write_offs: { count: writeOffs },
    late_captures: { count: late.open, refused: late.refused },
    disputes: {
      ...{ open: disputes.open, due: disputes.due, to_hand_over: disputes.toHandOver },
      next_due_at: disputes.nextDueAt?.toISOString() ?? null,
    },
    statement_lines: {
      count: lines.reduce((sum, { count }) => sum + Number(count), 0),
      possible_duplicates: lines.reduce((sum, { possible }) => sum + Number(possible), 0),
      gaps,
      sources: lines.map(({ source, count }) => ({ source, count: Number(count) })),
    },
    books: {
      state: last === undefined ? ('unknown' as const) : last.ok ? ('balanced' as const) : ('unbalanced' as const),
      verified_at: last?.finishedAt.toISOString() ?? null,
    },
  };
}

async function countGaps(db: Database, mode: Mode): Promise<number> {
  const sources = await listSources(db, mode);
  const all = await Promise.all(sources.map(({ source }) => readBalances(db, { mode, source })));
  return all.reduce((sum, { gaps }) => sum + gaps.length, 0);
}
