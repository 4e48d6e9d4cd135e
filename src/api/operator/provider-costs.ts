/** What payment providers charge the operator: the costs that are set, and setting them. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { realNow } from '../../base/clock/clock.ts';
import { instantWanted, readInstant } from '../../base/clock/read-instant.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { Currency } from '../../base/schemas/parts.ts';
import { reasonText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { outsideSourcePattern } from '../../core/ledger/accounts.ts';
import { CostMethod, CostsAnswer, presentCosts } from '../../features/payments/margins/margin-schemas.ts';
import { listProviderCosts } from '../../features/payments/margins/provider-costs.repository.ts';
import {
  listChargingProviders,
  type NewProviderCost,
  setProviderCost,
} from '../../features/payments/margins/set-provider-cost.ts';
import type { Providers } from '../../features/providers/providers.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';
import { FeeBody, readRate } from './read-rate.ts';

const Body = Type.Object({
  provider: Type.String({ pattern: outsideSourcePattern, examples: ['stripe'] }),
  method: Type.Optional(CostMethod),
  currency: Type.Optional(Currency),
  cost: Type.Optional(FeeBody),
  end: Type.Optional(
    Type.Boolean({
      description: 'In place of cost: ends it, so that the next more general one applies',
      examples: [false],
    }),
  ),
  effective_from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'By default now. An earlier time is for payments since then',
      examples: ['2031-03-01T00:00:00Z'],
    }),
  ),
  reason: reasonText,
});

type Deps = { db: Database; providers: Providers };

export function providerCostRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, providers } = deps;
  typed(app).route({
    method: 'GET',
    url: '/operator/provider-costs',
    schema: {
      ...audience.operation('listProviderCosts', 'What payment providers charge, as it was set'),
      response: audience.readAnswers({ 200: dataOf(CostsAnswer) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'provider_costs.read');
      return partnerSuccess(await present(deps));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/provider-costs',
    schema: {
      ...audience.operation('setProviderCost', 'Set what a payment provider charges, by method and currency'),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(CostsAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'provider_costs.set');
      const cost = readCost(request.body);
      const actor = audience.actorOf(request);
      await inTransaction(db, (tx) => setProviderCost(actor, tx, providers, cost, request.body.reason));
      return partnerSuccess(await present(deps));
    },
  });
}

const present = async ({ db, providers }: Deps) =>
  presentCosts(await listChargingProviders(db, providers), await listProviderCosts(db), realNow());

/** @throws AppError `validation_failed`. */
function readCost(body: Static<typeof Body>): NewProviderCost {
  const { provider, method = null, currency = null, effective_from: from, end = false } = body;
  if (currency !== null) readCurrency(currency, codeWanted);
  const effectiveFrom = from === undefined ? null : readInstant(from);
  if (effectiveFrom === undefined) throw invalidField('effective_from', instantWanted);
  if (end === (body.cost !== undefined)) throw invalidField('cost', 'or end must be given, and not both');
  return { provider, method, currency, cost: readRate('cost', body.cost, currency), effectiveFrom };
}
