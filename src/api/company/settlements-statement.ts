/** GET /settlements/{id}/statement.csv and .html. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { csvAnswer, printAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import { findSettlement, type Settlement } from '../../features/settlements/settlements.repository.ts';
import { settlementPage } from '../../features/settlements/statements/present-statement.ts';
import {
  settlementColumns,
  settlementCsv,
  settlementExtract,
} from '../../features/settlements/statements/settlement-statement.ts';
import { documentHeaders, renderStatement } from '../../features/settlements/statements/views.ts';
import type { CompanyFace } from './face.ts';

const pageLinesMax = 1_000;

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function settlementStatementRoutes(app: FastifyInstance, face: CompanyFace, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/settlements/:id/statement.csv',
    schema: {
      ...face.operation(
        'getSettlementStatementCsv',
        'settlements',
        'A settlement as CSV: a line per order and party, totals',
      ),
      params: Params,
      response: face.documentAnswers(csvAnswer(settlementColumns, 'The statement'), ['not_found']),
    },
    handler: async (request, reply) => {
      const settlement = await settlementOf(db, face.callerOf(request, 'statements.read'), request.params.id);
      return sendCsv(reply, `${fileName(settlement)}.csv`, settlementCsv(db, settlement));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/settlements/:id/statement.html',
    schema: {
      ...face.operation('getSettlementStatementPage', 'settlements', 'A settlement as a printable page'),
      params: Params,
      response: face.documentAnswers(printAnswer('The statement'), ['not_found']),
    },
    handler: async (request, reply) => {
      const settlement = await settlementOf(db, face.callerOf(request, 'statements.read'), request.params.id);
      const company = await findHolderName(db, settlement.holderId);
      const extract = await settlementExtract(db, settlement, pageLinesMax);
      const page = renderStatement('settlement', settlementPage(settlement, company, extract, pageLinesMax));
      return reply
        .headers(documentHeaders())
        .header('content-disposition', `inline; filename="${fileName(settlement)}.html"`)
        .type('text/html; charset=utf-8')
        .send(page);
    },
  });
}

async function settlementOf(db: Database, book: Book, id: string): Promise<Settlement> {
  const settlement = await findSettlement(db, book, BigInt(id));
  if (settlement === undefined) throw new AppError('not_found', { message: 'No settlement has this id.' });
  return settlement;
}

const fileName = ({ id, mode }: Settlement): string => `settlement-${id}${mode === 'test' ? '-test' : ''}`;
