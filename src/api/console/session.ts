/** /session: signing in, a code asked for anew, who is signed in, and signing out. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { allowedActions } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { actingFor } from '../../features/holders/acting.ts';
import { listMemberships, type Membership } from '../../features/holders/members.repository.ts';
import { isOnlyPayee } from '../../features/payments/shop-home.repository.ts';
import { CodeBody, EmailField, PasswordField, SignInStep } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { secondFactorPolicyOf } from '../../features/people/second-factor-policy.ts';
import { SessionAnswer } from '../../features/people/session-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation, sessionCookieHeader, visitorAnswers, visitorOperation } from './answers.ts';
import { actorOf, personOf } from './authenticate.ts';
import { secondFactorError, signInRefused, throttled, wrongCode } from './refusals.ts';

export type SessionRouteDeps = { db: Database; people: People };

export function sessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { db, people } = deps;
  typed(app).route({
    method: 'GET',
    url: '/session',
    schema: {
      ...consoleOperation('getSession', 'Who is signed in, for whom they act and in which mode'),
      response: consoleAnswers(dataOf(SessionAnswer)),
    },
    handler: async (request) => {
      const { personId, name, email, language, secondFactor, freshAt, codesFrom, account } = personOf(request);
      const { holderId, role, mode } = actorOf(request);
      const [all, hasPasskey] = await Promise.all([listMemberships(db, personId), people.hasPasskey(personId)]);
      const memberships = account === null ? all : all.filter(({ holderId: id }) => id === account.holderId);
      const onlyPayees = await findOnlyPayees(db, memberships);
      return partnerSuccess({
        person: {
          name,
          email,
          language,
          second_factor: secondFactor,
          passkey: hasPasskey,
          second_factor_policy: secondFactorPolicyOf(memberships),
          fresh_at: freshAt?.toISOString() ?? null,
          fresh_codes_from: codesFrom?.toISOString() ?? null,
        },
        single_sign_on:
          account === null
            ? null
            : {
                holder_id: Number(account.holderId),
                account: account.holderName,
                issuer: account.issuer,
                second_factor: account.isSecondFactor,
              },
        mode,
        holder_id: holderId === null ? null : Number(holderId),
        role,
        holders: memberships.map((one) => ({
          holder_id: Number(one.holderId),
          kind: one.kind,
          name: one.name,
          status: one.status,
          role: one.role,
          is_only_payee: onlyPayees.has(one.holderId),
          may: allowedActions(actorOf(request), actingFor(one)),
        })),
      });
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/session',
    schema: {
      ...consoleOperation('deleteSession', 'Sign out'),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true }),
    },
    handler: async (request, reply) => {
      reply.header('set-cookie', await people.signOut(visitOf(request)));
      return partnerSuccess(null);
    },
  });
}

async function findOnlyPayees(db: Database, memberships: readonly Membership[]): Promise<ReadonlySet<bigint>> {
  const merchants = memberships.filter(({ kind }) => kind === 'merchant').map(({ holderId }) => holderId);
  const found = await Promise.all(merchants.map((holderId) => isOnlyPayee(db, holderId)));
  return new Set(merchants.filter((_, place) => found[place]));
}

const signedIn = partnerSuccess({ state: 'signed_in' as const });

export function signInRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/session',
    schema: {
      ...visitorOperation('createSession', 'Sign in with a password'),
      body: Type.Object({ email: EmailField, password: PasswordField }),
      response: visitorAnswers(dataOf(SignInStep), {
        codes: ['sign_in_refused', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      const result = await people.signIn(visitOf(request), { email: email.trim(), password });
      if (!result.ok && result.reason === 'throttled') throw throttled(result);
      if (!result.ok && result.reason === 'wrong') throw signInRefused();
      reply.header('set-cookie', result.cookies);
      return result.ok ? signedIn : partnerSuccess({ state: 'second_factor' as const });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/session/second-factor',
    schema: {
      ...visitorOperation('passSecondFactor', 'Send the code that a sign-in still needs'),
      body: CodeBody,
      response: visitorAnswers(dataOf(SignInStep), {
        codes: ['wrong_code', 'sign_in_expired', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    handler: async (request, reply) => {
      const step = await people.passSecondFactor(visitOf(request), request.body.code);
      if (!step.ok && step.reason === 'throttled') throw throttled(step);
      if (!step.ok) throw step.reason === 'wrong' ? wrongCode() : new AppError('sign_in_expired');
      reply.header('set-cookie', step.cookies);
      return signedIn;
    },
  });
}

export function freshRoute(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/session/fresh',
    schema: {
      ...consoleOperation('freshenSession', 'Confirm the second factor again in this session'),
      body: CodeBody,
      response: consoleAnswers(dataOf(Type.Null()), {
        writes: true,
        codes: ['wrong_code', 'second_factor_too_new', 'invalid_state', 'too_many_attempts'],
      }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const result = await people.passAgain(visitOf(request), request.body.code);
      if (result.ok) return partnerSuccess(null);
      if (result.reason === 'new') throw new AppError('second_factor_too_new');
      throw secondFactorError(result, wrongCode(), 'Two-step sign-in is off.');
    },
  });
}
