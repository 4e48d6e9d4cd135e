/** POST /password-resets and /password-resets/confirmations: a new password through a mailed link. Signs no one in. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { EmailBody, PasswordField, TokenField } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { visitorAnswers, visitorOperation } from './answers.ts';
import { invalidFields, requireMailed } from './refusals.ts';

export function passwordResetRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/password-resets',
    schema: {
      ...visitorOperation(
        'requestPasswordReset',
        'Email a link for a new password; responds the same way for any address',
      ),
      body: EmailBody,
      response: visitorAnswers(dataOf(Type.Null()), { codes: ['too_many_attempts'] }),
    },
    handler: async (request) => {
      requireMailed(await people.requestReset(visitOf(request), request.body.email));
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/password-resets/confirmations',
    schema: {
      ...visitorOperation('confirmPasswordReset', 'Set a new password through the emailed link; ends all sessions'),
      body: Type.Object({ token: TokenField, password: PasswordField }),
      response: visitorAnswers(dataOf(Type.Null()), { codes: ['link_expired'] }),
    },
    handler: async (request) => {
      const { token, password } = request.body;
      const result = await people.resetPassword(visitOf(request), token, password);
      if (!result.ok) throw result.reason === 'expired' ? new AppError('link_expired') : invalidFields(['password']);
      return partnerSuccess(null);
    },
  });
}
