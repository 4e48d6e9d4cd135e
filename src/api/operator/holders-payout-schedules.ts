/** GET /operator/holders/{id}/payout-schedules: which accounts of a holder are paid out by themselves. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { PayoutScheduleAnswer } from '../../features/payouts/payout-schedule-schemas.ts';
import { findOwner } from '../../features/payouts/payouts.repository.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { presentSchedules } from '../shared/payout-schedule-page.ts';
import { operatorAudience as audience } from './audience.ts';

const HolderParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

type Deps = { db: Database; clock: Clock };

export function operatorPayoutScheduleRoute(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/holders/:id/payout-schedules',
    schema: {
      ...audience.operation('listPayoutSchedules', 'Automatic payouts of a holder'),
      params: HolderParams,
      response: audience.readAnswers({ 200: pageOf(PayoutScheduleAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payout_schedules.read');
      const holderId = BigInt(request.params.id);
      if ((await findOwner(db, holderId)) === undefined) {
        throw new AppError('not_found', { message: 'No account has this id.' });
      }
      return partnerPage(await presentSchedules({ db, clock }, { holderId, mode }), null);
    },
  });
}
