/**
 * A span for every HTTP request, with all that it does below it. Named by the route's pattern: an address may contain a token.
 */
import type { FastifyInstance } from 'fastify';
import type { Span, Tracer } from './tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

const serverErrorMin = 500;

export function watchRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, protocol } = request;
    const { url: route } = request.routeOptions;
    const known = { 'http.request.method': method, 'url.scheme': protocol, 'sluice.request_id': id };
    request.span = tracer.startRequest(
      id,
      request.headers.traceparent,
      route === undefined ? method : `${method} ${route}`,
      route === undefined ? known : { ...known, 'http.route': route },
    );
    tracer.within(request.span.context, done);
  });
  // A body arrives by events of the socket, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) done();
    else tracer.within(request.span.context, done);
  });
  app.addHook('onResponse', async ({ span, failure }, { statusCode }) => {
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= serverErrorMin) span?.fail(failure?.error.code ?? String(statusCode));
    span?.end();
  });
}
