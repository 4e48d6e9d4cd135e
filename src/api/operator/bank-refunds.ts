/** Refunds of payments by bank transfer, for the operator, who sends them at the bank. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { Amount, Currency, Instant, NullableText, nullable, PublicId } from '../../base/schemas/parts.ts';
import { plainText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findLivingFiles } from '../../features/payout-files/payout-files.repository.ts';
import { type BankRefund, listBankRefunds } from '../../features/refunds/bank-refunds.repository.ts';
import { settleBankRefund } from '../../features/refunds/settle-bank-refund.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const BankRefundAnswer = Type.Object(
  {
    refund_id: PublicId('ref'),
    payment_id: PublicId('pay'),
    holder: NamedHolder,
    amount: Amount,
    currency: Currency,
    reason: NullableText,
    creditor_name: Type.Union([Type.String(), Type.Null()], {
      description: 'Who paid, as the statement names them; null: ask the shop',
      examples: ['Erika Beispiel'],
    }),
    creditor_account: Type.Union([Type.String(), Type.Null()], {
      description: 'From which account; null: ask the shop for one',
      examples: ['DE02120300000000202051'],
    }),
    file_id: { ...nullable(PublicId('pf')), description: 'The payment file by which the bank may send it' },
    created_at: Instant,
  },
  { title: 'BankRefund', description: 'A refund to send by bank transfer, with its id as the reference' },
);

const Params = Type.Object({ id: PublicId('ref') });
const Body = Type.Object({
  outcome: Type.Enum(['sent', 'failed'], {
    description: '`failed`: it can’t be paid, or the bank sent it back; the shop has its money again',
  }),
  reason: Type.Optional(plainText('Why it failed; the shop reads it', 'The account is closed')),
});
const Settled = Type.Object({ refund_id: PublicId('ref'), status: Type.Enum(['pending', 'succeeded', 'failed']) });

export function bankRefundRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/bank-refunds',
    schema: {
      ...audience.operation('listBankRefunds', 'Refunds to send by bank transfer, oldest first'),
      querystring: Type.Object(pageQuery()),
      response: audience.readAnswers({ 200: pageOf(BankRefundAnswer) }),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read', 'top_ups.read');
      const { rows, next } = await readPage(request.query, byId('position'), (page) => listBankRefunds(db, mode, page));
      const files = await findLivingFiles(
        db,
        rows.map(({ id }) => id),
      );
      return reply.send(
        partnerPage(
          rows.map((refund) => present(refund, files.get(refund.id) ?? null)),
          next,
        ),
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/bank-refunds/:id',
    schema: {
      ...audience.operation('settleBankRefund', 'Say that a refund was sent by bank transfer, or can’t be'),
      params: Params,
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(Settled) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'transfers.return');
      const outcome = readOutcome(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const actor = audience.actorOf(request);
        const { id, status } = await settleBankRefund(actor, tx, clock, caller.mode, request.params.id, outcome);
        return { status: 200, body: partnerSuccess({ refund_id: id, status }) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** @throws AppError `validation_failed`. */
function readOutcome({ outcome, reason }: Static<typeof Body>) {
  if (outcome === 'sent') return { kind: 'succeeded' } as const;
  if (reason === undefined) throw invalidField('reason', 'is required for a refund that failed');
  return { kind: 'failed', reason } as const;
}

const present = (refund: BankRefund, fileId: string | null): Static<typeof BankRefundAnswer> => ({
  refund_id: refund.id,
  payment_id: refund.paymentId,
  holder: { holder_id: Number(refund.holderId), name: refund.holderName, kind: refund.holderKind },
  amount: jsonDecimal(refund.amount, exponentOf(refund.currency)),
  currency: refund.currency,
  reason: refund.reason,
  creditor_name: refund.creditorName,
  creditor_account: refund.creditorAccount,
  file_id: fileId,
  created_at: refund.createdAt.toISOString(),
});
