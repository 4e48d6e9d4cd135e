/** GET /orders/{ref}/activity of the people's API: the events of an order with their deliveries, and its requests. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listEventsOfOrder } from '../../features/orders/order-trace.repository.ts';
import { findOrder } from '../../features/orders/orders.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { OrderParams } from '../shared/order-requests.ts';
import { ActivityAnswer } from './activity/activity-schemas.ts';
import { activityEventsMax, readActivity } from './activity/read-activity.ts';
import { consoleAudience as audience } from './audience.ts';

export function orderActivityRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/orders/:ref/activity',
    schema: {
      ...audience.operation(
        'getOrderActivity',
        'orders',
        'The events of an order with their webhook deliveries, and its requests',
      ),
      params: OrderParams,
      response: audience.readAnswers({ 200: dataOf(ActivityAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'requests.read');
      const { ref } = request.params;
      const order = await findOrder(db, book, ref);
      if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
      const events = await listEventsOfOrder(db, order, activityEventsMax);
      const address = `/orders/${encodeURIComponent(ref)}`;
      const seesWebhooks = isAllowed(audience.actorOf(request), 'webhooks.read', book);
      return partnerSuccess(await readActivity(db, book, { events, address, seesWebhooks }));
    },
  });
}
