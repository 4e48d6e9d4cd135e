/** GET /shadow, GET /shadow.csv and GET /shadow/{ref}. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { csvAnswer } from '../../core/http/answers.ts';
import { decodeCursor, encodeCursor } from '../../core/http/cursor.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import {
  presentMovement,
  presentOpenOrder,
  presentOwed,
  presentOwedTotal,
  presentRestaurant,
} from '../../features/shadow/present-shadow.ts';
import { readRestaurant } from '../../features/shadow/read-restaurant.ts';
import { shadowColumns, shadowCsv } from '../../features/shadow/shadow-csv.ts';
import { sumOwed } from '../../features/shadow/shadow-report.repository.ts';
import { type ReportDeps, readOwed } from '../../features/shadow/shadow-report.ts';
import { ShadowBalance, ShadowRestaurant, ShadowTotal } from '../../features/shadow/shadow-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import type { CompanyFace } from './face.ts';
import { CsvQuery, ListQuery, limitDefault, OneQuery, ShadowParams } from './shadow-requests.ts';

const ShadowPage = Type.Object({
  ...pageOf(ShadowBalance).properties,
  totals: Type.Array(ShadowTotal),
});

export function readShadowRoutes(app: FastifyInstance, face: CompanyFace, deps: ReportDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/shadow',
    schema: {
      ...face.operation('listShadowBalances', 'shadow', 'List the balances owed in the shadow ledger, by restaurant'),
      querystring: ListQuery,
      response: face.readOrCsvAnswers(ShadowPage, shadowColumns, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'shadow.read');
      const { limit = limitDefault, cursor, format, ...query } = request.query;
      const currency = currencyOf(query.currency);
      const afterId = decodeCursor(cursor) ?? 0n;
      if (format === 'csv') return sendReport(reply, deps, caller, currency);
      const [page, totals] = await Promise.all([
        readOwed(deps, caller, { currency, afterId, limit }),
        sumOwed(deps.db, caller, currency),
      ]);
      const shown = page.entries.map((entry) => presentOwed(entry, page.links));
      const next = page.nextAfterId === undefined ? null : encodeCursor(page.nextAfterId);
      return reply.send({ ...partnerPage(shown, next), totals: totals.map(presentOwedTotal) });
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/shadow.csv',
    schema: {
      ...face.operation('getShadowBalancesCsv', 'shadow', 'The whole list as CSV'),
      querystring: CsvQuery,
      response: face.documentAnswers(csvAnswer(shadowColumns, 'The balances'), ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'shadow.read');
      return sendReport(reply, deps, caller, currencyOf(request.query.currency));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/shadow/:ref',
    schema: {
      ...face.operation('getRestaurant', 'shadow', 'One off-platform restaurant'),
      params: ShadowParams,
      querystring: OneQuery,
      response: face.readAnswers({ 200: dataOf(ShadowRestaurant) }, ['not_found', 'validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'shadow.read');
      const { ref } = request.params;
      const { limit = limitDefault, cursor, orders_cursor } = request.query;
      const pages = { limit, beforeId: decodeCursor(cursor), afterOrderId: decodeCursor(orders_cursor) ?? 0n };
      const found = await readRestaurant(deps, caller, ref, pages);
      return reply.send(
        partnerSuccess({
          ...presentRestaurant(found),
          open_orders: found.openOrders.slice(0, limit).map(presentOpenOrder),
          open_orders_next_cursor: nextCursor(found.openOrders, limit, (order) => order.orderId),
          movements: found.movements.slice(0, limit).map(presentMovement),
          movements_next_cursor: nextCursor(found.movements, limit, (movement) => movement.id),
        }),
      );
    },
  });
}

/** @param found up to one more than the page's `limit`. */
function nextCursor<Row>(found: readonly Row[], limit: number, idOf: (row: Row) => bigint): string | null {
  const last = found[limit - 1];
  return found.length > limit && last !== undefined ? encodeCursor(idOf(last)) : null;
}

/** @throws AppError `validation_failed` for an unknown currency. */
function currencyOf(code: string | undefined): string | undefined {
  return code === undefined ? undefined : readCurrency(code, codeWanted).code;
}

const sendReport = (reply: FastifyReply, deps: ReportDeps, book: Book, currency: string | undefined) =>
  sendCsv(reply, 'shadow-ledger.csv', shadowCsv(deps, book, currency));
