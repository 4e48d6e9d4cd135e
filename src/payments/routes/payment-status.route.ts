/**
 * GET /payment/status/{token} with Bearer, and POST /payment/status with the key pair (docs/contract.md, "Payment
 * status").
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { holderOfPublicId } from '../../database/public-id.ts';
import { AppError } from '../../errors/app-error.ts';
import { describedBody, validatedByRoute } from '../../http/answers.ts';
import { requireBody } from '../../http/content-types.ts';
import { typed } from '../../http/typed-routes.ts';
import { merchantAnswers, merchantOperation } from '../../interfaces/merchant/answers.ts';
import { merchantOf } from '../../interfaces/merchant/authenticate.ts';
import { merchantSuccess } from '../../interfaces/merchant/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import { isExpired } from '../capture-payment.ts';
import type { PaymentBase } from '../payment.ts';
import { KeyPairBody, PaymentAnswer, PaymentToken } from '../payment-schemas.ts';
import { findPayment } from '../payments.repository.ts';
import { presentPayment } from '../present-payment.ts';
import { checkKeys, required, type TokenDeps } from './token.route.ts';

const Params = Type.Object({ token: PaymentToken });

export type PaymentStatusDeps = TokenDeps & { db: Database; clock: Clock };

/** An open payment past its expiry is shown as expired even before the sweep has expired it. */
async function statusOf({ db, clock }: PaymentStatusDeps, { holderId, mode }: Book, token: string) {
  const known = holderOfPublicId('pay', token) === holderId;
  const payment = known ? await findPayment(db, holderId, token) : undefined;
  if (payment === undefined || payment.mode !== mode) throw new AppError('not_found', { message: 'Payment not found' });
  return merchantSuccess(
    'SUCCESS',
    presentPayment(isExpired(payment, clock) ? { ...payment, status: 'expired' } : payment),
  );
}

export function paymentStatusByBearer(app: FastifyInstance, deps: PaymentStatusDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/payment/status/:token',
    schema: {
      ...merchantOperation('getPayment', 'Status of a payment', 'bearer'),
      params: Params,
      response: merchantAnswers(PaymentAnswer, { by: 'bearer', reads: true, codes: ['not_found'] }),
    },
    handler: async (request, reply) => reply.send(await statusOf(deps, merchantOf(request), request.params.token)),
  });
}

export function paymentStatusByKeys(app: FastifyInstance, base: PaymentBase, deps: PaymentStatusDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/payment/status',
    ...validatedByRoute,
    schema: {
      ...merchantOperation('getPaymentByKeys', 'Status of a payment, by key pair', 'none'),
      body: describedBody(Type.Object({ ...KeyPairBody, token: PaymentToken })),
      response: merchantAnswers(PaymentAnswer, { by: 'keys', codes: ['not_found'] }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { client_id: clientId, secret_id: secretId, token } = fieldsOf(request.body);
      const caller = await checkKeys(deps, base, clientId, secretId, request.ip);
      return reply.send(await statusOf(deps, caller, token));
    },
  });
}

type Fields = { client_id: string; secret_id: string; token: string };

function fieldsOf(body: Record<string, unknown>): Fields {
  for (const field of ['client_id', 'secret_id', 'token']) {
    if (typeof body[field] !== 'string' || body[field] === '') throw required(field);
  }
  return body as Fields;
}
