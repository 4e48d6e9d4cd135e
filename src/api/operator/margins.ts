/** What the service earns with payments, for the operator. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { MarginsAnswer, presentMargins } from '../../features/payments/margins/margin-schemas.ts';
import { readMargins } from '../../features/payments/margins/read-margins.ts';
import { listChargingProviders } from '../../features/payments/margins/set-provider-cost.ts';
import type { Providers } from '../../features/providers/providers.ts';
import { refuseOtherDays } from '../../features/reconciliation/statement-line.ts';
import { Day } from '../../features/reconciliation/statement-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const daysMax = 366;
const dayMs = 86_400_000;

const Query = Type.Object({
  from: Type.Unsafe<string>({ ...Day, description: 'The first day, in UTC' }),
  to: Type.Unsafe<string>({ ...Day, description: `The last day, in UTC; at most ${daysMax} days in all` }),
});

export function marginRoutes(app: FastifyInstance, { db, providers }: { db: Database; providers: Providers }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/margins',
    schema: {
      ...audience.operation('getMargins', 'What payments brought in and cost, by provider, method and currency'),
      querystring: Query,
      response: audience.readAnswers({ 200: dataOf(MarginsAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'provider_costs.read');
      const period = readPeriod(request.query);
      return partnerSuccess(
        presentMargins(await readMargins(db, { mode, ...period }), await listChargingProviders(db, providers)),
      );
    },
  });
}

/** @throws AppError `validation_failed`. */
function readPeriod(days: { from: string; to: string }): { from: Date; to: Date } {
  refuseOtherDays(days);
  const from = Date.parse(days.from);
  const to = Date.parse(days.to) + dayMs;
  if (to <= from) throw invalidField('to', 'must not be before from');
  if (to - from > daysMax * dayMs) throw invalidField('to', `must be at most ${daysMax} days after from`);
  return { from: new Date(from), to: new Date(to) };
}
