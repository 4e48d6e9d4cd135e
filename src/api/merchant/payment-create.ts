/** POST /payment/create (docs/contract/merchant.md, "Create a payment"). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, idempotencyKeyOf } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { isLongerThan, isPlainText } from '../../core/http/text.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { waitForTurn } from '../../core/http/wait-for-turn.ts';
import { modeOfClientId } from '../../features/api-keys/key-pair.ts';
import type { FindChargeProblem } from '../../features/payments/amount-limits.ts';
import type { CreatedPayment, PaymentCreator } from '../../features/payments/create-payment.ts';
import type { PaymentBase } from '../../features/payments/payment.ts';
import { CreatedPaymentAnswer, MerchantAmount } from '../../features/payments/payment-schemas.ts';
import { captureModes, type PaymentRequest, planPayment } from '../../features/payments/plan-payment.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import { createdAnswers, merchantOperation } from './answers.ts';
import { merchantActor, merchantOf } from './authenticate.ts';
import { required } from './authentication-token.ts';
import { merchantSuccess } from './envelope.ts';

const customLengthMax = 255;

const Body = Type.Object({
  amount: MerchantAmount,
  currency: Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] }),
  return_url: Type.String({
    description: 'Where the customer returns after a payment',
    examples: ['https://shop.example.org/thanks'],
  }),
  cancel_url: Type.Optional(Type.String({ description: 'Where the customer returns after canceling' })),
  custom: Type.Optional(
    Type.String({ maxLength: customLengthMax, description: 'Returned unchanged', examples: ['order-1042'] }),
  ),
  capture: Type.Optional(
    Type.Enum([...captureModes], {
      description: 'manual: the customer authorizes the payment, and POST /payment/capture takes the money later',
      examples: ['automatic'],
    }),
  ),
  full_name: Type.Optional(
    Type.Unknown({ description: 'Of the customer, filled in at the checkout if it can be; at most 100 characters' }),
  ),
  email: Type.Optional(
    Type.Unknown({ description: 'Of the customer, filled in at the checkout as the address for the receipt' }),
  ),
  webhook_url: Type.Optional(
    Type.Unknown({ description: 'Recorded if it is text; the request is never refused because of it' }),
  ),
});

export type CreatePaymentDeps = {
  db: Database;
  creator: PaymentCreator;
  findChargeProblem: FindChargeProblem;
  publicUrl: string;
};

export function createPaymentRoute(
  app: FastifyInstance,
  base: PaymentBase,
  { db, creator, findChargeProblem, publicUrl }: CreatePaymentDeps,
): void {
  const present = (payment: CreatedPayment) =>
    merchantSuccess('CREATED', { token: payment.id, payment_url: `${publicUrl}${paymentPath(payment)}` });

  typed(app).route({
    method: 'POST',
    url: '/payment/create',
    ...validatedByRoute,
    schema: {
      ...merchantOperation('createPayment', 'Create a payment', 'bearer'),
      body: describedBody(Body),
      response: createdAnswers(CreatedPaymentAnswer, { by: 'bearer', idempotent: true }),
    },
    preParsing: waitForTurn((request) => creator.whenNear(merchantOf(request).holderId)),
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = merchantOf(request);
      const actor = merchantActor(request);
      const plan = planPayment(readBody(request.body), caller.appSchemes);
      if (!plan.ok) throw invalid(plan.message);
      const draft = {
        ...plan.draft,
        webhookFormat: plan.draft.webhookUrl === null ? null : caller.webhookFormat,
        // A person's trial names the person there.
        keyClientId: modeOfClientId(caller.clientId) === undefined ? null : caller.clientId,
      };
      const problem = findChargeProblem(caller, draft.amount, draft.currency, draft.manualCapture);
      if (problem !== undefined) throw invalid(`The amount ${problem}.`);
      if (idempotencyKeyOf(request) === undefined) {
        return reply.send(present(await creator.create(actor, caller, base, draft)));
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        return { status: 200, body: present(await creator.createIn(actor, tx, caller, base, draft)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const invalid = (message: string): AppError => new AppError('validation_failed', { message });

/** Checks the types of the fields and reports the first problem. */
function readBody(body: Record<string, unknown>): PaymentRequest {
  const { amount } = body;
  if (amount === undefined || amount === '') throw required('amount');
  if (typeof amount !== 'string' && typeof amount !== 'number') throw invalid('The amount must be a decimal number.');
  const custom = textOf(body, 'custom') || referenceOf(body);
  if (isLongerThan(custom, customLengthMax) || !custom.isWellFormed() || custom.includes('\0')) {
    throw invalid('The custom is invalid.');
  }
  return {
    amount,
    currency: requiredText(body, 'currency'),
    return_url: requiredText(body, 'return_url'),
    cancel_url: textOf(body, 'cancel_url') ?? '',
    custom,
    capture: textOf(body, 'capture'),
    webhook_url: body.webhook_url,
    full_name: body.full_name,
    email: body.email,
  };
}

/** How plugins of this API family call their own reference, where they send no `custom`; first the most specific. */
const referenceFields = ['trx_ref', 'order_id', 'reference'] as const;

function referenceOf(body: Record<string, unknown>): string {
  for (const field of referenceFields) {
    const value = body[field];
    const text = Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text === 'string' && text !== '' && isPlainText(text) && !isLongerThan(text, customLengthMax))
      return text;
  }
  return '';
}

function textOf(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field];
  if (value !== undefined && typeof value !== 'string') throw invalid(`The ${field} must be a string.`);
  return value;
}

function requiredText(body: Record<string, unknown>, field: string): string {
  const value = textOf(body, field);
  if (value === undefined || value === '') throw required(field);
  if (!isPlainText(value)) throw invalid(`The ${field} is invalid.`);
  return value;
}
