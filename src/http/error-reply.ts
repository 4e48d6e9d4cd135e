/** Every error becomes an answer here, in the envelope of the interface it was asked at. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../errors/app-error.ts';
import { catalogue } from '../errors/catalogue.ts';
import { merchantFailure, merchantStatus, partnerFailure } from './envelopes.ts';
import { type Interface, interfaceOf } from './interface-of.ts';
import { toAppError } from './to-app-error.ts';

/**
 * Renders an error as a page, for the addresses of customers: those of payments and those of their own account. Handed
 * in: pages know more than this module.
 */
export type ErrorPage = (error: AppError, status: number, url: string) => string;

/** Status and body of an error, in an interface's envelope. */
export function shapeError(error: AppError, asked: Exclude<Interface, 'page'>, requestId: string) {
  return asked === 'merchant'
    ? { status: merchantStatus(error), body: merchantFailure(error) }
    : { status: catalogue[error.code].http, body: partnerFailure(error, requestId) };
}

export type ErrorResponder = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const serverErrorMin = 500;

/** @param pageHeaders what every page carries, errors that no route answered included. */
export function createErrorResponder(
  errorPage: ErrorPage,
  pageHeaders: Readonly<Record<string, string>> = {},
): ErrorResponder {
  return (thrown, request, reply) => {
    const error = toAppError(thrown);
    const asked = interfaceOf(request.raw.url ?? '');
    const { status, body } = shapeError(error, asked === 'page' ? 'other' : asked, request.id);
    if (status >= serverErrorMin) logFailure(request, error);
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    reply.code(status);
    if (asked === 'page') {
      reply.headers(pageHeaders).type('text/html; charset=utf-8');
      return reply.send(errorPage(error, status, request.raw.url ?? ''));
    }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  };
}

type DatabaseFacts = { code?: string; constraint?: string; table?: string; routine?: string };

/**
 * The route's pattern, never its address: an address may carry a token. A database error's own message may quote what
 * was sent, so only its code and place are kept.
 */
function logFailure(request: FastifyRequest, error: AppError): void {
  const cause = error.cause ?? error;
  const { code, constraint, table, routine } = cause as DatabaseFacts;
  const stack = cause instanceof Error ? cause.stack?.split('\n') : undefined;
  const frames = routine === undefined ? stack : stack?.filter((line) => line.trimStart().startsWith('at '));
  request.log.error(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? STATUS_CODES[404],
      error: { name: error.code, code, constraint, table, stack: frames?.slice(0, 12).join('\n') },
    },
    'request failed',
  );
}
