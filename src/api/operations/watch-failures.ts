/**
 * Notes every failed request to interfaces A and B that belongs to a key pair. Runs after the answer, and must never fail.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { detailsOf, messageOf, pathOf, queryOf } from '../../features/requests/failed-request.ts';
import type { FailureLog } from '../../features/requests/failure-log.ts';
import { merchantInterface } from '../merchant/interface.ts';
import { partnerInterface } from '../partner/interface.ts';

const failureMin = 400;
const keyPattern = /^pk_(?:test|live)_[0-9A-Za-z]{20,64}$/;

/** Call it before the routes are registered. */
export function watchFailures(app: FastifyInstance, log: FailureLog): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= failureMin) note(log, request, reply);
  });
}

function note(log: FailureLog, request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const { failure } = request;
  const url = request.raw.url ?? '';
  const key = keyOf(request, url);
  if (failure === null || key === undefined) return;
  const { error, message } = failure;
  const { querystring } = (request.routeOptions.schema ?? {}) as { querystring?: { properties?: object } };
  const durationMs = Math.round(elapsedTime);
  log.note({
    ...key,
    requestId: request.id,
    at: new Date(Date.now() - durationMs),
    method: request.method,
    path: pathOf(url),
    query: queryOf(request.query, Object.keys(querystring?.properties ?? {})),
    status,
    code: error.code,
    message: messageOf(message),
    details: detailsOf(error.details),
    durationMs,
  });
}

/** Whose request it was: the pair that was proved or, when none was, the one that was named. */
function keyOf(request: FastifyRequest, url: string): { clientId: string; isProven: boolean } | undefined {
  const caller = request.merchant ?? request.partner ?? undefined;
  const clientId = caller?.clientId ?? namedKey(request, url);
  // A request tried on the dashboard is made by a person.
  return clientId !== undefined && keyPattern.test(clientId) ? { clientId, isProven: caller !== undefined } : undefined;
}

function namedKey({ headers, body, tokenOf }: FastifyRequest, url: string): string | undefined {
  const isUnder = (base: string): boolean => url.startsWith(`${base}/`);
  if (partnerInterface.basePaths.some(isUnder)) return textOf(headers['x-client-id']);
  if (!merchantInterface.basePaths.some(isUnder)) return undefined;
  return tokenOf ?? textOf((body as { client_id?: unknown } | null | undefined)?.client_id);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.trim() : undefined);
