/** The bare HTTP server: limits, parsing, validation and errors. Knows no route. */
import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { acceptJsonOnly, bodyBytesMax } from './content-types.ts';
import { createErrorResponder } from './error-reply.ts';
import { createInterfaceOf, type Interface } from './interface.ts';
import { assertHost, createClientErrorAnswers } from './unreadable.ts';
import { createValidatorCompiler } from './validation.ts';

/** A decoded parameter has at most 2,048 characters; each may take 12 on the wire (4 bytes, percent-encoded). */
const paramLengthMax = 2_048 * 12;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 72_000;
/** How long requests under way may take once the server is closing. */
const closeGraceMs = 10_000;

export type HttpServer = FastifyInstance;

export function createHttpServer(options: {
  logger: FastifyBaseLogger;
  trustProxy: boolean;
  /** Every interface that will have routes here: what is wrong is said in the words of the one it was asked at. */
  interfaces: readonly Interface[];
  closeGraceMs?: number | undefined;
}): HttpServer {
  const interfaceOf = createInterfaceOf(options.interfaces);
  const respond = createErrorResponder(interfaceOf);
  const clientErrors = createClientErrorAnswers(interfaceOf);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: paramLengthMax },
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => {
      respond(error, request, reply as never);
    },
    forceCloseConnections: 'idle',
    // A request that came in before the end is still answered, in its own envelope.
    return503OnClosing: false,
    clientErrorHandler: clientErrors.answerClientError,
    // Node would answer its absence without a body.
    http: { requireHostHeader: false },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(createValidatorCompiler());
  // Answers are written as they stand: amounts are exact JSON numbers that a schema-driven writer would round.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => respond(error, request, reply));
  app.setNotFoundHandler((request, reply) => respond(new AppError('not_found'), request, reply));
  clientErrors.watch(app.server);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    assertHost(request);
    // Before its body is looked at: what is wrong with it does not matter.
    if (request.is404) throw new AppError('not_found');
  });
  endInTime(app as unknown as FastifyInstance, options.closeGraceMs ?? closeGraceMs);
  acceptJsonOnly(app as unknown as FastifyInstance);
  return app as unknown as HttpServer;
}

/** Node stops looking at request timeouts once it is closing: one stalled client would hold up the end for ever. */
function endInTime(app: FastifyInstance, graceMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}
