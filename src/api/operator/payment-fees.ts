/** Payment fees for the operator: those of all accounts and of one, and setting them. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { instantWanted, readInstant } from '../../base/clock/read-instant.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { Currency, NumericId } from '../../base/schemas/parts.ts';
import { reasonText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { FeeLookup } from '../../features/payments/fees/fee-lookup.ts';
import { Method, OperatorFeesAnswer, presentOperatorFees } from '../../features/payments/fees/fee-schemas.ts';
import { readFees, readOwnFees } from '../../features/payments/fees/read-fees.ts';
import { type NewPaymentFee, setPaymentFee } from '../../features/payments/fees/set-payment-fee.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';
import { FeeBody, readRate } from './read-rate.ts';

/** Without it, the fees of all accounts. */
const OneAccount = Type.Optional(NumericId);

const Body = Type.Object({
  holder_id: OneAccount,
  method: Type.Optional(Method),
  currency: Type.Optional(Currency),
  fee: Type.Optional(FeeBody),
  end: Type.Optional(
    Type.Boolean({
      description: 'In place of fee: ends the rule, so that the next more general one applies',
      examples: [false],
    }),
  ),
  effective_from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'An instant to come; by default now',
      examples: ['2031-03-01T00:00:00Z'],
    }),
  ),
  reason: reasonText,
});

export function operatorPaymentFeeRoutes(app: FastifyInstance, { db, fees }: { db: Database; fees: FeeLookup }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payment-fees',
    schema: {
      ...audience.operation('listPaymentFees', 'What payments cost all accounts, or one'),
      querystring: Type.Object({ holder_id: OneAccount }),
      response: audience.readAnswers({ 200: dataOf(OperatorFeesAnswer) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'payment_fees.read');
      return partnerSuccess(await present(db, idOf(request.query)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/payment-fees',
    schema: {
      ...audience.operation('setPaymentFee', 'Set what payments cost all accounts, or one, by method and currency'),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(OperatorFeesAnswer) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'payment_fees.set');
      const fee = readFee(request.body);
      await inTransaction(db, (tx) => setPaymentFee(audience.actorOf(request), tx, fee, request.body.reason));
      fees.drop(fee.holderId);
      return partnerSuccess(await present(db, fee.holderId));
    },
  });
}

const present = async (db: Database, holderId: bigint | null): Promise<Static<typeof OperatorFeesAnswer>> =>
  presentOperatorFees(await readFees(db, holderId), await readOwnFees(db));

const idOf = ({ holder_id: id }: { holder_id?: number }): bigint | null => (id === undefined ? null : BigInt(id));

/** @throws AppError `validation_failed`. */
function readFee(body: Static<typeof Body>): NewPaymentFee {
  const { method = null, currency = null, effective_from: from, end = false } = body;
  if (currency !== null) readCurrency(currency, codeWanted);
  const effectiveFrom = from === undefined ? null : readInstant(from);
  if (effectiveFrom === undefined) throw invalidField('effective_from', instantWanted);
  if (end === (body.fee !== undefined)) throw invalidField('fee', 'or end must be given, and not both');
  return { holderId: idOf(body), method, currency, fee: readRate('fee', body.fee, currency), effectiveFrom };
}
