/**
 * The status of a payment, in each form that clients in use send (docs/contract/merchant.md, "Payment status"): with
 * Bearer by path, query or body, and with the key pair in the body.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Trials } from '../../features/api-keys/trials.ts';
import { isExpired } from '../../features/payments/capture-payment.ts';
import type { PaymentBase } from '../../features/payments/payment.ts';
import { KeyPairBody, PaymentAnswer, PaymentToken } from '../../features/payments/payment-schemas.ts';
import { presentPayment } from '../../features/payments/present-payment.ts';
import type { StatusReader } from '../../features/payments/read-status.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { merchantOf, requireMerchant } from './authenticate.ts';
import { checkKeys, keyPairIn, required, type TokenDeps } from './authentication-token.ts';
import { merchantSuccess } from './envelope.ts';

/** Any text: one that is no token is not found, as in a path. */
const Named = Type.Object({ token: Type.String({ ...PaymentToken, format: 'opaque' }) });
const ByPairOrBearer = Type.Object({
  client_id: Type.Optional(KeyPairBody.client_id),
  secret_id: Type.Optional(KeyPairBody.secret_id),
  token: PaymentToken,
});

export type PaymentStatusDeps = TokenDeps & { readStatus: StatusReader; clock: Clock; trials: Trials };

/** An open payment past its expiry is shown as expired even before the sweep has expired it. */
async function statusOf({ readStatus, clock }: PaymentStatusDeps, { holderId, mode }: Book, token: string) {
  const known = holderOfPublicId('pay', token) === holderId;
  const payment = known ? await readStatus({ holderId, id: token }) : undefined;
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
      params: Named,
      response: merchantAnswers(PaymentAnswer, { by: 'bearer', reads: true, codes: ['not_found'] }),
    },
    handler: async (request, reply) => reply.send(await statusOf(deps, merchantOf(request), request.params.token)),
  });

  typed(app).route({
    method: 'GET',
    url: '/payment/status',
    ...validatedByRoute,
    schema: {
      ...merchantOperation('getPaymentByQuery', 'Status of a payment, named in the query', 'bearer'),
      querystring: Named,
      response: merchantAnswers(PaymentAnswer, {
        by: 'bearer',
        reads: true,
        codes: ['not_found', 'validation_failed'],
      }),
    },
    handler: async (request, reply) => reply.send(await statusOf(deps, merchantOf(request), tokenIn(request.query))),
  });
}

/** The key pair in the body names the merchant; without one, the Bearer token does. */
export function paymentStatusByBody(app: FastifyInstance, base: PaymentBase, deps: PaymentStatusDeps): void {
  const authenticate = requireMerchant(base, deps);

  typed(app).route({
    method: 'POST',
    url: '/payment/status',
    ...validatedByRoute,
    schema: {
      ...merchantOperation('getPaymentByKeys', 'Status of a payment, by key pair or Bearer', 'optional'),
      body: describedBody(ByPairOrBearer),
      response: merchantAnswers(PaymentAnswer, { by: 'either', codes: ['not_found'] }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { body } = request;
      const hasPair = body.client_id !== undefined || body.secret_id !== undefined;
      if (!hasPair && request.headers.authorization !== undefined) {
        await authenticate(request);
        return reply.send(await statusOf(deps, merchantOf(request), tokenIn(body)));
      }
      const pair = keyPairIn(body);
      const token = tokenIn(body);
      return reply.send(await statusOf(deps, await checkKeys(deps, base, pair, request.ip), token));
    },
  });
}

function tokenIn({ token }: Record<string, unknown>): string {
  if (typeof token !== 'string' || token === '') throw required('token');
  return token;
}
