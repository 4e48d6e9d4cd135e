/** Whose statements the operator can import and compare with the books. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { nullable } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { listSources } from '../../features/reconciliation/statement-sources.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const SourceAnswer = Type.Object(
  {
    source: SourceName,
    title: nullable(Type.String({ description: 'The company behind it, where it is one alone', examples: ['Stripe'] })),
  },
  { title: 'StatementSource' },
);

export function statementSourceRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/statement-sources',
    schema: {
      ...audience.operation('listStatementSources', 'The bank, and the providers that money comes in through'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(SourceAnswer)) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      return partnerSuccess(await listSources(db, mode));
    },
  });
}
