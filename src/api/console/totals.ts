/**
 * GET /totals/… of the people's API: how many rows a list has, and what they come to. Each takes the filters of its list
 * and is read by the same conditions, apart from the list, so that no page waits for it.
 */

import type { FastifyInstance } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Totals } from '../../base/database/totals.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { sumOrders } from '../../features/orders/order-list.repository.ts';
import { sumPayments } from '../../features/payments/payment-list.repository.ts';
import { sumOwnedPayouts } from '../../features/payouts/payouts.repository.ts';
import { sumSettlements } from '../../features/settlements/settlements.repository.ts';
import type { CompanyAudience } from '../company/audience.ts';
import { PayoutFilters, payoutFilterOf } from '../shared/payout-requests.ts';
import { presentTotals, TotalsAnswer } from '../shared/totals.ts';
import { consoleAudience } from './audience.ts';
import { holderAudience } from './holder-audience.ts';
import { OrderFilters, orderFilterOf } from './orders.ts';
import { PaymentFilters, paymentFilterOf, seesPayers } from './payments.ts';

type Summed<Query extends TSchema> = {
  audience: CompanyAudience;
  list: 'orders' | 'payments' | 'payouts' | 'settlements';
  action: Action;
  query: Query;
  read: (book: Book, query: Static<Query>, actor: Actor) => Promise<Totals>;
};

export function totalsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  totalsRoute(app, {
    audience: consoleAudience,
    list: 'orders',
    action: 'orders.read',
    query: OrderFilters,
    read: (book, query) => sumOrders(db, book, orderFilterOf(query, clock, book)),
  });
  totalsRoute(app, {
    audience: holderAudience,
    list: 'payments',
    action: 'payments.read',
    query: PaymentFilters,
    read: (book, query, actor) => sumPayments(db, book, paymentFilterOf(query, seesPayers(actor, book))),
  });
  totalsRoute(app, {
    audience: holderAudience,
    list: 'payouts',
    action: 'payouts.read',
    query: PayoutFilters,
    read: (book, query) => sumOwnedPayouts(db, book, payoutFilterOf(query)),
  });
  totalsRoute(app, {
    audience: consoleAudience,
    list: 'settlements',
    action: 'settlements.read',
    query: Type.Object({}),
    read: (book) => sumSettlements(db, book),
  });
}

function totalsRoute<Query extends TSchema>(app: FastifyInstance, summed: Summed<Query>): void {
  const { audience, list, action, query, read } = summed;
  const name = `sum${list.slice(0, 1).toUpperCase()}${list.slice(1)}`;
  typed(app).route({
    method: 'GET',
    url: `/totals/${list}`,
    schema: {
      ...audience.operation(name, list, `How many ${list} the list has, and what they come to`),
      querystring: query,
      response: audience.readAnswers({ 200: TotalsAnswer }, ['validation_failed']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, action);
      const totals = await read(book, request.query as Static<Query>, audience.actorOf(request));
      return presentTotals(totals);
    },
  });
}
