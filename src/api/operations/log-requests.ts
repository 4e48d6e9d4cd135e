/**
 * Notes the requests to interfaces A and B that belong to a key pair: those that failed, and writes that succeeded. Runs after
 * the answer, and must never fail.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keptBody, keptText, readLengthMax } from '../../features/requests/kept-body.ts';
import {
  detailsOf,
  type Failure,
  messageOf,
  pathOf,
  queryOf,
  type RequestParts,
} from '../../features/requests/logged-request.ts';
import type { RequestLog } from '../../features/requests/request-log.ts';
import { merchantInterface } from '../merchant/interface.ts';
import { partnerInterface } from '../partner/interface.ts';

const failureMin = 400;
const keyPattern = /^pk_(?:test|live)_[0-9A-Za-z]{20,64}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** What a write of a key pair was answered with, if it succeeded. */
    response: string | null;
  }
}

/** Call it before the routes are registered. */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest('response', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isWrite(request) && reply.statusCode < failureMin && typeof payload === 'string') request.response = payload;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, log);
    done();
  });
}

function note(request: FastifyRequest, reply: FastifyReply, log: RequestLog): void {
  const hasFailed = reply.statusCode >= failureMin;
  if (hasFailed ? request.failure === null : !isWrite(request)) return;
  const url = request.raw.url ?? '';
  const key = keyOf(request, url);
  if (key === undefined) return;
  const parts = () => partsOf(request, reply, url, key.isProven);
  log.note({ ...key, requestId: request.id, hasFailed, bodiesLength: lengthOf(request, key.isProven), parts });
}

/** @returns how much of what was sent and answered is read for the log. */
function lengthOf({ body, headers, response }: FastifyRequest, isProven: boolean): number {
  // What came in chunks names no length: it may be as long as what is read.
  const unnamed = body === undefined || body === null ? 0 : readLengthMax;
  const sent = Buffer.isBuffer(body) ? body.length : Number(headers['content-length'] ?? unnamed);
  const read = (length: number): number => (length > readLengthMax ? 0 : length);
  return (isProven ? read(sent) : 0) + read(response?.length ?? 0);
}

const callerOf = ({ merchant, partner }: FastifyRequest) => merchant ?? partner ?? undefined;

const isWrite = (request: FastifyRequest): boolean =>
  request.method !== 'GET' && request.method !== 'HEAD' && callerOf(request) !== undefined;

type Schemas = { querystring?: { properties?: object }; body?: unknown };

function partsOf(
  request: FastifyRequest,
  { statusCode: status, elapsedTime }: FastifyReply,
  url: string,
  isProven: boolean,
): RequestParts {
  const { querystring, body: shape } = (request.routeOptions.schema ?? {}) as Schemas;
  const durationMs = Math.round(elapsedTime);
  return {
    at: new Date(Date.now() - durationMs),
    method: request.method,
    path: pathOf(url),
    query: queryOf(request.query, Object.keys(querystring?.properties ?? {})),
    status,
    durationMs,
    failure: status < failureMin ? null : failureOf(request),
    // Of whoever only names a key pair nothing is kept that they chose.
    body: isProven ? sentOf(request.body, shape ?? { properties: {} }) : null,
    response: request.response === null ? null : keptText(request.response),
  };
}

/** A route may parse its body itself. */
const sentOf = (body: unknown, shape: unknown) =>
  Buffer.isBuffer(body) ? keptText(body, shape) : keptBody(body, shape);

function failureOf({ failure }: FastifyRequest): Failure | null {
  if (failure === null) return null;
  const { error, message } = failure;
  return { code: error.code, message: messageOf(message), details: detailsOf(error.details) };
}

/** Whose request it was: the pair that was proved or, when none was, the one that was named. */
function keyOf(request: FastifyRequest, url: string): { clientId: string; isProven: boolean } | undefined {
  const caller = callerOf(request);
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
