/**
 * GET and PUT /app-schemes of the people's API: the schemes of a shop's apps, to which its customers may return. The write
 * sets all of them, so that a repeated one changes nothing more.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import { findAppSchemes } from '../../features/payments/app-schemes.repository.ts';
import { appSchemesMax, changeAppSchemes } from '../../features/payments/app-schemes.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { holderAudience as audience } from './holder-audience.ts';

const Scheme = Type.String({ minLength: 2, maxLength: 70, format: 'text', examples: ['com.example.app'] });
const Schemes = Type.Object(
  { schemes: Type.Array(Type.String({ examples: ['com.example.app'] })) },
  { title: 'AppSchemes' },
);
const Body = Type.Object({
  schemes: Type.Array(Scheme, { maxItems: appSchemesMax, description: 'All of them; an empty list removes them' }),
});

type AppSchemesDeps = { db: Database; authenticator: Pick<Authenticator, 'dropHolder'> };

export function appSchemeRoutes(app: FastifyInstance, { db, authenticator }: AppSchemesDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/app-schemes',
    schema: {
      ...audience.operation('getAppSchemes', 'keys', "The schemes of the shop's apps in the mode"),
      response: audience.readAnswers({ 200: dataOf(Schemes) }),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'app_schemes.read');
      return partnerSuccess({ schemes: await findAppSchemes(db, book) });
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/app-schemes',
    schema: {
      ...audience.operation(
        'setAppSchemes',
        'keys',
        "Set the schemes of the shop's apps, to which customers may return",
      ),
      body: Body,
      response: audience.readAnswers({ 200: dataOf(Schemes) }, [
        ...everyWrite,
        'second_factor_required',
        'validation_failed',
      ]),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const book = audience.callerOf(request, 'app_schemes.change');
      const { schemes } = request.body;
      const saved = await inTransaction(db, (tx) => changeAppSchemes(audience.actorOf(request), tx, book, schemes));
      authenticator.dropHolder(book.holderId);
      return partnerSuccess({ schemes: saved });
    },
  });
}
