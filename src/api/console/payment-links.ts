/** POST /payment-links of the people's API: a payment whose address a shop's people send to a customer themselves. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { amountLimit, refText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { FindChargeProblem } from '../../features/payments/amount-limits.ts';
import type { PaymentCreator } from '../../features/payments/create-payment.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import type { PaymentDraft } from '../../features/payments/plan-payment.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { readMoney } from '../shared/read-money.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { decimalsOf } from './payments/present-payment.ts';
import { PaymentLinkAnswer } from './payments/shop-schemas.ts';

const Body = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [25] }),
  currency: Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] }),
  description: Type.Optional(refText('What it is for; shown to the customer', 'Invoice 1042')),
});

export type PaymentLinkDeps = {
  db: Database;
  creator: PaymentCreator;
  findChargeProblem: FindChargeProblem;
  publicUrl: string;
};

export function paymentLinkRoute(app: FastifyInstance, deps: PaymentLinkDeps): void {
  const { db, creator, findChargeProblem, publicUrl } = deps;
  typed(app).route({
    method: 'POST',
    url: '/payment-links',
    schema: {
      ...audience.operation('createPaymentLink', 'payments', 'Create a payment to send to a customer as a link'),
      body: Body,
      response: audience.writeAnswers({ 201: dataOf(PaymentLinkAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.create');
      const draft = draftOf(request.body);
      const problem = findChargeProblem(book, draft.amount, draft.currency);
      if (problem !== undefined) throw invalidField('amount', problem);
      const answer = await answerOnce(db, book, request, async (tx) => {
        const created = await creator.createLink(audience.actorOf(request), tx, book, draft);
        const { amount, currency, description, expiresAt } = (await findPayment(
          tx,
          book.holderId,
          created.id,
        )) as Payment;
        return {
          status: 201,
          body: partnerSuccess({
            payment_id: created.id,
            payment_url: `${publicUrl}${paymentPath(created)}`,
            amount: decimalsOf(currency)(amount),
            currency,
            description,
            expires_at: expiresAt.toISOString(),
          }),
        };
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** @throws AppError `validation_failed` that names the field. */
function draftOf({ description, ...body }: Static<typeof Body>): PaymentDraft {
  return {
    ...readMoney(body),
    description: description ?? null,
    returnUrl: null,
    cancelUrl: null,
    custom: null,
    webhookUrl: null,
    orderId: null,
  };
}
