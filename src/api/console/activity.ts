/** GET /orders/{ref}/activity and /payments/{id}/activity of the people's API: events with deliveries, and requests. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { listEventsOfOrder } from '../../features/orders/order-trace.repository.ts';
import { findOrder } from '../../features/orders/orders.repository.ts';
import { listEventsOfPayment } from '../../features/payments/payment-trace.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { OrderParams } from '../shared/order-requests.ts';
import { ActivityAnswer } from './activity/activity-schemas.ts';
import { activityEventsMax, readActivity } from './activity/read-activity.ts';
import { consoleAudience } from './audience.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';
import { PaymentParams, paymentOf } from './payments.ts';

export function activityRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const seesWebhooks = (request: FastifyRequest, book: Book) => isAllowed(actorOf(request), 'webhooks.read', book);

  typed(app).route({
    method: 'GET',
    url: '/orders/:ref/activity',
    schema: {
      ...consoleAudience.operation(
        'getOrderActivity',
        'orders',
        'The events of an order with their webhook deliveries, and its requests',
      ),
      params: OrderParams,
      response: consoleAudience.readAnswers({ 200: dataOf(ActivityAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = consoleAudience.callerOf(request, 'requests.read');
      const { ref } = request.params;
      const order = await findOrder(db, book, ref);
      if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
      const events = await listEventsOfOrder(db, order, activityEventsMax);
      const address = `/orders/${encodeURIComponent(ref)}`;
      return partnerSuccess(
        await readActivity(db, book, { events, address, seesWebhooks: seesWebhooks(request, book) }),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/payments/:id/activity',
    schema: {
      ...holderAudience.operation(
        'getPaymentActivity',
        'payments',
        'The events of a payment with their webhook deliveries, and its requests',
      ),
      params: PaymentParams,
      response: holderAudience.readAnswers({ 200: dataOf(ActivityAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      holderAudience.callerOf(request, 'requests.read');
      const { book, payment } = await paymentOf(db, request, 'payments.read');
      const events = await listEventsOfPayment(db, payment, activityEventsMax);
      return partnerSuccess(
        await readActivity(db, book, {
          events,
          address: `/${payment.id}`,
          seesWebhooks: seesWebhooks(request, book),
        }),
      );
    },
  });
}
