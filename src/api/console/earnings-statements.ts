/** GET /earnings/statements/{year-month}, .csv and .html: a month of a merchant's or courier's own link. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { findLinkOfHolder } from '../../features/links/links.repository.ts';
import { StatementQuery, statementRoutes } from '../company/statements.ts';
import { languageOf } from '../shared/reader-language.ts';
import { holderAudience } from './holder-audience.ts';

const PayeeQuery = Type.Object({
  ...StatementQuery.properties,
  beneficiary_ref: Type.String({ pattern: '^[0-9]{1,15}$', description: 'One of your own links' }),
});

/** The statements of a merchant's or courier's own links. */
export function payeeStatementRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  statementRoutes(app, holderAudience, db, {
    path: '/earnings/statements',
    name: 'EarningsStatement',
    query: PayeeQuery,
    languageOf: ({ headers }) => languageOf(headers),
    async bookOf(request, ref) {
      const { holderId, mode } = holderAudience.callerOf(request, 'earnings.read');
      const link = await findLinkOfHolder(db, holderId, BigInt(ref));
      if (link === undefined) throw new AppError('not_found', { message: 'You have no link with this id.' });
      return { holderId: link.companyId, mode };
    },
  });
}
