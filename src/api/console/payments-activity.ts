/** GET /payments/{id}/activity of the people's API: the events of a payment with their deliveries, and its requests. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listEventsOfPayment } from '../../features/payments/payment-trace.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { ActivityAnswer } from './activity/activity-schemas.ts';
import { activityEventsMax, readActivity } from './activity/read-activity.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { PaymentParams, paymentOf } from './payments.ts';

export function paymentActivityRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/payments/:id/activity',
    schema: {
      ...audience.operation(
        'getPaymentActivity',
        'payments',
        'The events of a payment with their webhook deliveries, and its requests',
      ),
      params: PaymentParams,
      response: audience.readAnswers({ 200: dataOf(ActivityAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const { book, payment } = await paymentOf(db, request, 'payments.read');
      audience.callerOf(request, 'requests.read');
      const events = await listEventsOfPayment(db, payment, activityEventsMax);
      const seesWebhooks = isAllowed(audience.actorOf(request), 'webhooks.read', book);
      return partnerSuccess(await readActivity(db, book, { events, address: `/${payment.id}`, seesWebhooks }));
    },
  });
}
