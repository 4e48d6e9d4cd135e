/** PATCH /profile and POST /profile/password: a person's own name, language and password. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { LanguageName, NameField, PasswordField } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation, sessionCookieHeader } from './answers.ts';
import { invalidFields, throttled, wrongPassword } from './refusals.ts';

export function profileRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'PATCH',
    url: '/profile',
    schema: {
      ...consoleOperation('changeProfile', 'Change your own name, or the language of your pages and emails'),
      body: Type.Object({ name: Type.Optional(NameField), language: Type.Optional(LanguageName) }),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { name, language } = request.body;
      if (name === undefined && language === undefined) throw invalidField('name', 'is missing, as is language');
      const visit = visitOf(request);
      if (name !== undefined && !(await people.changeName(visit, name))) throw invalidFields(['name']);
      if (language !== undefined && !(await people.changeLanguage(visit, language))) throw new AppError('signed_out');
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/profile/password',
    schema: {
      ...consoleOperation('changePassword', 'Change your own password; ends the other sessions'),
      body: Type.Object({ current_password: PasswordField, new_password: PasswordField }),
      response: consoleAnswers(dataOf(Type.Null()), {
        writes: true,
        codes: ['wrong_password', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { current_password: present, new_password: next } = request.body;
      const result = await people.changePassword(visitOf(request), { present, next });
      if (!result.ok && result.reason === 'throttled') throw throttled(result);
      if (!result.ok && result.reason === 'signed_out') throw new AppError('signed_out');
      if (!result.ok && result.reason === 'wrong') throw wrongPassword('current_password');
      if (!result.ok) throw invalidFields(['password'], { password: 'new_password' });
      reply.header('set-cookie', result.cookies);
      return partnerSuccess(null);
    },
  });
}
