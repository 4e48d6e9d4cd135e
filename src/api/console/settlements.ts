/** GET /settlements.csv of the people's API: the whole list of a company's settlements. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { settlementCsvColumns, settlementsCsv } from '../../features/settlements/settlements-csv.ts';
import { SettlementFilters, settlementFilterOf } from '../company/settlements.ts';
import { consoleAudience as audience } from './audience.ts';

export function settlementsCsvRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/settlements.csv',
    schema: {
      ...audience.operation('getSettlementsCsv', 'settlements', 'The whole list as CSV, a line per currency credited'),
      querystring: SettlementFilters,
      response: audience.documentAnswers(csvAnswer(settlementCsvColumns, 'The settlements')),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'settlements.read');
      return sendCsv(reply, 'settlements.csv', settlementsCsv(db, book, settlementFilterOf(request.query)));
    },
  });
}
