/**
 * POST /session/provider and /session/provider/fresh, and GET /session/provider/{holder}/callback: signing in through an
 * account's own provider, and confirming with it what needs a fresh code. The callback is for browsers: it redirects to a page of
 * ours whatever happens, and never shows what the provider said.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { EmailField } from '../../features/people/account-schemas.ts';
import { confirmedPath, signInPath } from '../../features/people/addresses.ts';
import { readCookie } from '../../features/people/browser-marks.ts';
import {
  type Begun,
  beginConfirmation,
  beginSignIn,
  signInSeconds,
} from '../../features/single-sign-on/begin-sign-in.ts';
import { type Finished, finishSignIn } from '../../features/single-sign-on/finish-sign-in.ts';
import type { SingleSignOnDeps } from '../../features/single-sign-on/single-sign-on-deps.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation, visitorAnswers, visitorOperation } from './answers.ts';
import { throttled } from './refusals.ts';

const seeOther = 303;

const ProviderAddress = Type.Object(
  {
    address: Type.String({
      description: 'Where to send the browser: the sign-in page of the provider',
      examples: ['https://login.example.com/authorize?client_id=sluice'],
    }),
  },
  {
    title: 'ProviderSignIn',
    description: 'A sign-in that goes on at the provider, within ten minutes, in this browser',
  },
);

const beginCookie = {
  'Set-Cookie': { description: 'By which the answer is recognized', required: true, schema: Type.String() },
} as const;

const cookieNameOf = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}sluice_provider_sign_in`;

function setCookie({ publicUrl }: SingleSignOnDeps, value: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieNameOf(publicUrl)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function answer(deps: SingleSignOnDeps, reply: FastifyReply, begun: Begun) {
  if (begun.ok) {
    reply.header('set-cookie', setCookie(deps, begun.token, signInSeconds));
    return partnerSuccess({ address: begun.address });
  }
  if (begun.reason === 'throttled') throw throttled(begun);
  throw new AppError(begun.reason === 'none' ? 'no_single_sign_on' : 'provider_unavailable');
}

export function providerSignInRoutes(app: FastifyInstance, deps: SingleSignOnDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/session/provider',
    schema: {
      ...visitorOperation('beginProviderSignIn', 'Begin a sign-in through an account’s own provider'),
      body: Type.Object({
        email: Type.Optional(EmailField),
        provider: Type.Optional(
          Type.String({
            pattern: '^[0-9A-Za-z]{16,64}$',
            description: 'In place of an address: the last part of the account’s own address to start from',
            examples: ['7Gk2Qm7ZxW1Jc9TbVh3Rd8Yp'],
          }),
        ),
        next: Type.Optional(
          Type.String({
            maxLength: 500,
            format: 'text',
            description: 'The path to go on to',
            examples: ['/h/12/test/orders'],
          }),
        ),
      }),
      response: visitorAnswers(dataOf(ProviderAddress), {
        codes: ['no_single_sign_on', 'provider_unavailable', 'too_many_attempts'],
        headers: beginCookie,
      }),
    },
    handler: async (request, reply) => {
      const { email = '', provider, next } = request.body;
      const start = provider === undefined ? { email } : { providerId: provider };
      return answer(deps, reply, await beginSignIn(deps, visitOf(request), start, next));
    },
  });
}

export function confirmAtProviderRoute(app: FastifyInstance, deps: SingleSignOnDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/session/provider/fresh',
    schema: {
      ...consoleOperation(
        'freshenSessionAtProvider',
        'Begin a confirmation in this session by the provider that opened it',
      ),
      response: consoleAnswers(dataOf(ProviderAddress), {
        writes: true,
        codes: ['invalid_state', 'no_single_sign_on', 'provider_unavailable', 'too_many_attempts'],
        headers: beginCookie,
      }),
    },
    handler: async (request, reply) => answer(deps, reply, await beginConfirmation(deps, visitOf(request))),
  });
}

/** Needs no origin of ours: the provider's page sends the browser here. */
export function providerCallbackRoute(app: FastifyInstance, deps: SingleSignOnDeps): void {
  app.route({
    method: 'GET',
    url: '/session/provider/:holder/callback',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { holder } = request.params as { holder: string };
      const finished = await finishSignIn(deps, visitOf(request), {
        holderId: /^[0-9]{1,18}$/.test(holder) ? BigInt(holder) : 0n,
        token: readCookie(request.headers.cookie, cookieNameOf(deps.publicUrl)),
        query: queryOf(request),
      });
      const cookies = finished.ok && !finished.confirms ? finished.cookies : [];
      reply.header('set-cookie', [setCookie(deps, '', 0), ...cookies]);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      return reply.redirect(pageOf(finished), seeOther);
    },
  });
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at));
};

function pageOf(finished: Finished): string {
  const { confirms } = finished;
  if (!finished.ok) return `${confirms ? confirmedPath : signInPath}?failed=${finished.reason}`;
  if (finished.confirms) return confirmedPath;
  const { next, awaitsCode } = finished;
  if (!awaitsCode) return next ?? '/';
  return `${signInPath}?${new URLSearchParams({ step: 'code', ...(next === null ? {} : { next }) })}`;
}
