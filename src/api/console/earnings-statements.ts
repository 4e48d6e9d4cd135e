/** GET /earnings/statements/{year-month}, .csv and .html: a month of a merchant's or courier's own link. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Wording } from '../../core/wording/follow-wording.ts';
import { findLinkOfHolder } from '../../features/links/links.repository.ts';
import { englishOf, statementWords } from '../../features/settlements/statements/words.ts';
import { StatementQuery, statementRoutes } from '../company/statements.ts';
import { languageOf } from '../shared/reader-language.ts';
import { holderAudience } from './holder-audience.ts';

const PayeeQuery = Type.Object({
  ...StatementQuery.properties,
  beneficiary_ref: Type.String({ pattern: '^[0-9]{1,15}$', description: 'One of your own links' }),
});

type Deps = { db: Database; wording: Wording };

/** The statements of a merchant's or courier's own links. */
export function payeeStatementRoutes(app: FastifyInstance, { db, wording }: Deps): void {
  statementRoutes(app, holderAudience, db, {
    path: '/earnings/statements',
    name: 'EarningsStatement',
    query: PayeeQuery,
    reader: 'payee',
    wordsOf({ headers }) {
      const language = languageOf(headers);
      return statementWords(language, wording.of(language), englishOf(headers['accept-language']));
    },
    async bookOf(request, ref) {
      const { holderId, mode } = holderAudience.callerOf(request, 'earnings.read');
      const link = await findLinkOfHolder(db, holderId, BigInt(ref));
      if (link === undefined) throw new AppError('not_found', { message: 'You have no link with this id.' });
      return { holderId: link.companyId, mode };
    },
  });
}
