/**
 * GET /totals/… of the people's API: how many rows a list has, and what they come to. Each takes the filters of its list
 * and is read by the same conditions, apart from the list, so that no page waits for it.
 */

import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Totals } from '../../base/database/totals.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { countLinks } from '../../features/links/links.repository.ts';
import { sumOrders } from '../../features/orders/order-list.repository.ts';
import { countCustomers } from '../../features/payments/customers/customers.repository.ts';
import { sumDisputesOf } from '../../features/payments/evidence/holder-disputes.repository.ts';
import { sumPayments } from '../../features/payments/payment-list.repository.ts';
import { sumOwnedPayouts } from '../../features/payouts/payouts.repository.ts';
import { sumSettlements } from '../../features/settlements/settlements.repository.ts';
import { sumTransferTopUps } from '../../features/wallets/top-ups.repository.ts';
import type { CompanyAudience } from '../company/audience.ts';
import { SettlementFilters, settlementFilterOf } from '../company/settlements.ts';
import { PayoutFilters, payoutFilterOf } from '../shared/payout-requests.ts';
import { presentTotals, TotalsAnswer } from '../shared/totals.ts';
import { consoleAudience } from './audience.ts';
import { CustomerFilters, customerFilterOf } from './customers.ts';
import { DisputeFilters, disputeFilterOf } from './disputes.ts';
import { holderAudience } from './holder-audience.ts';
import { LinkFilters } from './links.ts';
import { OrderFilters, orderFilterOf } from './orders.ts';
import { PaymentFilters, paymentFilterOf, seesPayers } from './payments.ts';
import { TopUpFilters, topUpFilterOf } from './top-ups.ts';

type Summed<Query extends TSchema> = {
  audience: CompanyAudience;
  list: 'orders' | 'payments' | 'payouts' | 'settlements' | 'customers' | 'disputes' | 'top-ups' | 'links';
  /** Where it differs from the list. */
  tag?: 'payments' | 'wallets' | 'beneficiaries';
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
    read: (book, query, actor) =>
      sumPayments(db, book, paymentFilterOf(query, seesPayers(actor, book), clock.now(book.holderId, book.mode))),
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
    query: SettlementFilters,
    read: (book, query) => sumSettlements(db, book, settlementFilterOf(query)),
  });
  totalsRoute(app, {
    audience: consoleAudience,
    list: 'links',
    tag: 'beneficiaries',
    action: 'links.read',
    query: LinkFilters,
    read: (book, query) => countLinks(db, book.holderId, query),
  });
  otherTotalsRoutes(app, db);
}

function otherTotalsRoutes(app: FastifyInstance, db: Database): void {
  totalsRoute(app, {
    audience: holderAudience,
    list: 'customers',
    tag: 'payments',
    action: 'payments.read_in_full',
    query: CustomerFilters,
    read: (book, query) => countCustomers(db, book, customerFilterOf(query)),
  });
  totalsRoute(app, {
    audience: holderAudience,
    list: 'disputes',
    action: 'disputes.read',
    query: DisputeFilters,
    read: (book, query, actor) => {
      if (query.customer !== undefined) authorize(actor, 'disputes.read_in_full', book);
      return sumDisputesOf(db, book, query.status ?? 'open', disputeFilterOf(query));
    },
  });
  totalsRoute(app, {
    audience: holderAudience,
    list: 'top-ups',
    tag: 'wallets',
    action: 'wallets.read',
    query: TopUpFilters,
    read: (book, query) => sumTransferTopUps(db, book, topUpFilterOf(query)),
  });
}

function totalsRoute<Query extends TSchema>(app: FastifyInstance, summed: Summed<Query>): void {
  const { audience, list, tag = list, action, query, read } = summed;
  const name = `sum-${list}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  typed(app).route({
    method: 'GET',
    url: `/totals/${list}`,
    schema: {
      ...audience.operation(name, tag, `How many ${list} the list has, and what they come to`),
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
