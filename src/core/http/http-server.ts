/** The HTTP server without routes: limits, parsing, validation and errors. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { newRequestId } from '../../base/database/request-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { keepAnswersApart } from './answers.ts';
import { assertClientAddress, type TrustedProxies, trustProxyOption } from './client-address.ts';
import { acceptJsonOnly, bodyBytesMax } from './content-types.ts';
import { createErrorResponder } from './error-reply.ts';
import { createInterfaceOf, type Interface } from './interface.ts';
import { createOutageLog, type OutageLog } from './outage-log.ts';
import { assertHost, createClientErrorAnswers } from './unreadable.ts';
import { createValidatorCompiler } from './validation.ts';
import { watchMethods } from './watch-methods.ts';

/** A decoded parameter has at most 2,048 characters, and each may be sent as 12 (4 bytes, percent-encoded). */
const paramLengthMax = 2_048 * 12;
const routing = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: paramLengthMax };
const requestTimeoutMs = 30_000;
/** How long each step of the start may take: a busy database can be late to accept connections. Fastify gives it 10 seconds. */
const startTimeoutMs = 60_000;
const timeoutCheckMs = 1_000;
const keepAliveTimeoutMs = 72_000;
/** How long requests in progress may take after the server began to close. */
const closeGraceMs = 10_000;
const hstsSeconds = 31_536_000;

export type HttpServer = FastifyInstance;

export function createHttpServer(options: {
  logger: FastifyBaseLogger;
  trustProxy: TrustedProxies;
  /** All interfaces with routes on this server. Each renders its own errors. */
  interfaces: readonly Interface[];
  closeGraceMs?: number | undefined;
  /** How long a request may take to arrive, its body included. */
  requestTimeoutMs?: number | undefined;
  /** The service is reached under https. */
  secure?: boolean;
  /** By default one of its own. */
  outages?: OutageLog;
}): HttpServer {
  const interfaceOf = createInterfaceOf(options.interfaces);
  const respond = createErrorResponder(interfaceOf, options.outages ?? createOutageLog(options.logger));
  const headers = commonHeaders(options.secure ?? false);
  const requestTimeout = options.requestTimeoutMs ?? requestTimeoutMs;
  const clientErrors = createClientErrorAnswers(interfaceOf, headers);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(options.trustProxy),
    bodyLimit: bodyBytesMax,
    requestTimeout,
    keepAliveTimeout: keepAliveTimeoutMs,
    pluginTimeout: startTimeoutMs,
    routerOptions: routing,
    // Ours alone: an id that a client made up could stand for the requests of others.
    genReqId: newRequestId,
    frameworkErrors: (error, request, reply) => {
      // No hook has run for an address that the router could not read.
      respond(error, request, reply.headers(headers).header('x-request-id', request.id) as never);
    },
    forceCloseConnections: 'idle',
    // A request that arrives while closing is still handled, with its own envelope.
    return503OnClosing: false,
    clientErrorHandler: clientErrors.answerClientError,
    http: {
      // Node.js would answer a missing Host header without a body; see `assertHost`.
      requireHostHeader: false,
      headersTimeout: requestTimeout,
      // Node.js looks for late requests at this interval, 30 seconds by default.
      connectionsCheckingInterval: Math.min(timeoutCheckMs, requestTimeout),
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorateRequest('failure', null);
  app.setValidatorCompiler(createValidatorCompiler());
  keepAnswersApart(app as unknown as FastifyInstance);
  app.setErrorHandler((error, request, reply) => respond(error, request, reply));
  app.setNotFoundHandler((request, reply) => respond(new AppError('not_found'), request, reply));
  clientErrors.watch(app.server);
  const methodsOf = watchMethods(app as unknown as FastifyInstance, routing);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    assertHost(request);
    if (options.trustProxy !== false) assertClientAddress(request);
    // Whatever the body is, so decide before parsing.
    if (request.is404) {
      const methods = methodsOf(request.url);
      if (methods === undefined) throw new AppError('not_found');
      reply.header('allow', methods.join(', '));
      throw new AppError('method_not_allowed');
    }
  });
  endInTime(app as unknown as FastifyInstance, options.closeGraceMs ?? closeGraceMs);
  acceptJsonOnly(app as unknown as FastifyInstance);
  return app as unknown as HttpServer;
}

/** Node.js stops enforcing request timeouts while closing, so one stalled client could block shutdown forever. */
function endInTime(app: FastifyInstance, graceMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

/**
 * Headers of every answer. Answers carry keys, tokens, balances and names, so no cache keeps one unless its route says
 * otherwise. @param secure the service is reached under https: browsers must never ask it under http again.
 */
const commonHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  Object.freeze({
    'cache-control': 'no-store',
    // Answers repeat what was sent to them: a browser must not take JSON or CSV for a page.
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': `max-age=${hstsSeconds}` } : {}),
  });
