/**
 * What the rest of the service knows of tracing (docs/operating.md, "Traces"): that a piece of work can be a span. Types
 * alone, so that nothing is loaded where no traces are exported. A span must never carry the value of a parameter, a body, an
 * address with a token in it, or a secret.
 */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Which span of which trace. */
export type SpanContext = { traceId: string; spanId: string; isSampled: boolean };

export type Span = {
  readonly context: SpanContext;
  set(attributes: Attributes): void;
  /** @param kind of the error, never its message. */
  fail(kind: string): void;
  end(): void;
};

export type SpanStart = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** By default the span under way, if any. `root`: a trace of its own. */
  parent?: SpanContext | 'root';
  links?: readonly SpanContext[];
};

export type Tracer = {
  start(name: string, options?: SpanStart): Span;
  /**
   * The span of a request that has come in. Its ids are made of the request's own, so that what the request causes later,
   * perhaps in another process, belongs to its trace without anything being stored.
   * @param traceparent the header, in which a caller may name its own trace.
   */
  startRequest(requestId: string, traceparent: unknown, name: string, attributes: Attributes): Span;
  /** The span of a request that came in before. */
  spanOf(requestId: string): SpanContext;
  /** The header `traceparent` that hands a span on. */
  traceparentOf(context: SpanContext): string;
  /** Calls `work` with this span as the one under way. */
  within<T>(context: SpanContext, work: () => T): T;
  /** A span for one piece of work; it fails with it. */
  trace<T>(name: string, options: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The span under way. */
  current(): SpanContext | undefined;
  /** Exports what waits, for a bounded time, and ends. */
  stop(): Promise<void>;
};

export type Tracing = {
  tracer: Tracer;
  /** Call it before the routes are registered. */
  watchRequests(app: FastifyInstance): void;
  /** Call it before the pool connects. */
  watchQueries(pool: pg.Pool): void;
};
