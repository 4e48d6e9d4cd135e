/**
 * GET /payment/status/{token} with Bearer, and POST /payment/status with the key pair (docs/contract.md, "Payment
 * status").
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { holderOfPublicId } from '../../database/public-id.ts';
import { AppError } from '../../errors/app-error.ts';
import { requireBody } from '../../http/content-types.ts';
import { merchantOf } from '../../interfaces/merchant/access.ts';
import { merchantSuccess } from '../../interfaces/merchant/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import { isExpired } from '../capture-payment.ts';
import type { PaymentBase } from '../payment.ts';
import { findPayment } from '../payments.repository.ts';
import { presentPayment } from '../present-payment.ts';
import { checkKeys, required, type TokenDeps } from './token.route.ts';

export type PaymentStatusDeps = TokenDeps & { db: Database; clock: Clock };

/** An open payment past its time is shown as expired, also before the sweep has come to it. */
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
  app.route({
    method: 'GET',
    url: '/payment/status/:token',
    schema: { tags: ['merchant'], summary: 'Status of a payment' },
    handler: async (request, reply) =>
      reply.send(await statusOf(deps, merchantOf(request), (request.params as { token: string }).token)),
  });
}

export function paymentStatusByKeys(app: FastifyInstance, base: PaymentBase, deps: PaymentStatusDeps): void {
  app.route({
    method: 'POST',
    url: '/payment/status',
    schema: { tags: ['merchant'], summary: 'Status of a payment, by key pair' },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { client_id: clientId, secret_id: secretId, token } = fieldsOf(request);
      const caller = await checkKeys(deps, base, clientId, secretId, request.ip);
      return reply.send(await statusOf(deps, caller, token));
    },
  });
}

type Fields = { client_id: string; secret_id: string; token: string };

function fieldsOf(request: FastifyRequest): Fields {
  const body = request.body as Record<string, unknown>;
  for (const field of ['client_id', 'secret_id', 'token']) {
    if (typeof body[field] !== 'string' || body[field] === '') throw required(field);
  }
  return body as Fields;
}
