/** Turns every error into an answer in the envelope of the requested interface. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { outageOf } from '../../base/database/database-error.ts';
import type { AppError } from '../../base/errors/app-error.ts';
import type { InterfaceOf } from './interface.ts';
import type { OutageLog } from './outage-log.ts';
import { reasonPhrases } from './reason-phrases.ts';
import { toAppError } from './to-app-error.ts';

/** How a request was refused: the error, and what of it the caller was told. */
type Failure = { error: AppError; message: string };

declare module 'fastify' {
  interface FastifyRequest {
    failure: Failure | null;
  }
}

type ErrorResponder = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const serverErrorMin = 500;

export function createErrorResponder(interfaceOf: InterfaceOf, outages: OutageLog): ErrorResponder {
  return (thrown, request, reply) => {
    const error = toAppError(thrown, request.routeOptions.bodyLimit);
    const owner = interfaceOf(request.raw.url ?? '');
    const answer =
      (wantsPage(request) ? owner.answerPage : undefined)?.(error, request.id, request.headers) ??
      owner.answerError(error, request.id, request.headers, request.raw.url);
    request.failure = { error, message: owner.messageOf?.(error) ?? error.message };
    if (answer.status >= serverErrorMin) logFailure(request, error, outages);
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .type(answer.contentType)
      .send(answer.body);
  };
}

/** What a browser sends when a person opens an address; scripts and other programs do not. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/i.test(headers.accept ?? '');

const failed = 'request failed';

type DatabaseFacts = { code?: string; constraint?: string; table?: string; routine?: string };

/**
 * Logs the route's pattern, never the address, which may contain a token. A database error's message may quote request
 * data, so only its code and location are logged.
 */
export function logFailure(request: FastifyRequest, error: AppError, outages: OutageLog): void {
  if (error.code === 'unavailable') outages.note(() => factsOf(request, error), failed);
  else request.log.error(factsOf(request, error), failed);
}

function factsOf(request: FastifyRequest, error: AppError): object {
  const cause = error.cause ?? error;
  const { code, constraint, table, routine } = cause as DatabaseFacts;
  const stack = cause instanceof Error ? cause.stack?.split('\n') : undefined;
  const frames = routine === undefined ? stack : stack?.filter((line) => line.trimStart().startsWith('at '));
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? reasonPhrases[404],
    error: {
      name: error.code,
      outage: outageOf(cause),
      code,
      constraint,
      table,
      stack: frames?.slice(0, 12).join('\n'),
    },
  };
}
