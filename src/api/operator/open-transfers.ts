/** GET /operator/open-transfers: transfers that are not on a statement as a whole, for a person who looks for one. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { Currency } from '../../base/schemas/parts.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listTransfersLeft, type TransferSearch } from '../../features/reconciliation/open-transfers.repository.ts';
import { presentOpenTransfers } from '../../features/reconciliation/present-open-transfers.ts';
import { refuseOtherDays } from '../../features/reconciliation/statement-line.ts';
import { Day, OpenTransferAnswer, SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { codeWanted, readAmount, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

const Query = Type.Object({
  source: SourceName,
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'text',
      description:
        "An account's id, part of its name, the beginning of an email address of its people, or part of a reference or of our id",
    }),
  ),
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Of the whole, or of what is open; needs `currency`',
      examples: [],
    }),
  ),
  currency: Type.Optional(Type.String({ ...Currency, examples: [] })),
  direction: Type.Optional(Type.Enum(['in', 'out'])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  ...pageQuery(),
});

export function openTransferRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/open-transfers',
    schema: {
      ...audience.operation('listOpenTransfers', 'Transfers that are not on a statement as a whole, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OpenTransferAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const outside = { mode, source: request.query.source };
      const search = searchOf(request.query);
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listTransfersLeft(db, outside, search, page),
      );
      return partnerPage(await presentOpenTransfers(db, outside, rows), next);
    },
  });
}

/** @throws AppError `validation_failed`. */
function searchOf({ search, amount, currency: code, direction, from, to }: Static<typeof Query>): TransferSearch {
  refuseOtherDays({ from, to });
  const currency = code === undefined ? undefined : readCurrency(code, codeWanted);
  if (amount !== undefined && currency === undefined) throw invalidField('currency', 'is required with an amount');
  const size = amount === undefined || currency === undefined ? undefined : readAmount('amount', amount, currency);
  const text = search?.trim();
  return { currency: currency?.code, side: direction, size, text: text === '' ? undefined : text, from, to };
}
