/** Makes spans and hands those that ended to an exporter. Loaded only where traces are exported. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { EndedSpan } from './ended-span.ts';
import type { Exporter } from './otlp-exporter.ts';
import { idsOfRequest, isSampledBy, readTraceparent, writeTraceparent } from './span-ids.ts';
import type { Span, SpanContext, SpanStart, Tracer } from './tracer.ts';

type Begun = Pick<EndedSpan, 'context' | 'parentSpanId' | 'name' | 'kind' | 'attributes' | 'links'>;

/** Traces that callers named, for what their requests cause within the next minutes. */
const adoptedMax = 10_000;
const nsPerMs = 1_000_000;
const nsOf = (ms: number): bigint => BigInt(Math.round(ms * nsPerMs));
/** By the monotonic clock, so that a span never ends before it began. */
const nowNs = (): bigint => nsOf(performance.timeOrigin) + nsOf(performance.now());

/** @param ratio of the traces that begin here, how many are recorded: 0 to 1. */
export function createTracer(exporter: Exporter, ratio: number): Tracer {
  const underWay = new AsyncLocalStorage<SpanContext>();
  const adopted = new Map<string, SpanContext>();

  function spanOf(requestId: string): SpanContext {
    const ids = idsOfRequest(requestId);
    return adopted.get(requestId) ?? { ...ids, isSampled: isSampledBy(ratio, ids.traceId) };
  }

  function start(name: string, options: SpanStart = {}): Span {
    const { kind = 'internal', attributes = {}, parent, links = [] } = options;
    const above = parent === 'root' ? undefined : (parent ?? underWay.getStore());
    const traceId = above?.traceId ?? randomBytes(16).toString('hex');
    const isSampled = above?.isSampled ?? isSampledBy(ratio, traceId);
    const context = { traceId, spanId: randomBytes(8).toString('hex'), isSampled };
    return begin(exporter, { context, parentSpanId: above?.spanId, name, kind, attributes, links });
  }

  return {
    start,
    startRequest(requestId, traceparent, name, attributes) {
      const caller = readTraceparent(traceparent);
      if (caller !== undefined) {
        adopted.set(requestId, { ...caller, spanId: idsOfRequest(requestId).spanId });
        if (adopted.size > adoptedMax) adopted.delete(adopted.keys().next().value as string);
      }
      const context = spanOf(requestId);
      return begin(exporter, { context, parentSpanId: caller?.spanId, name, kind: 'server', attributes, links: [] });
    },
    spanOf,
    traceparentOf: writeTraceparent,
    within: (context, work) => underWay.run(context, work),
    async trace(name, options, work) {
      const span = start(name, options);
      try {
        return await underWay.run(span.context, () => work(span));
      } catch (error) {
        span.fail(error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        span.end();
      }
    },
    current: () => underWay.getStore(),
    stop: exporter.stop,
  };
}

function begin(exporter: Exporter, begun: Begun): Span {
  const startedAt = nowNs();
  let { attributes } = begun;
  let error: string | undefined;
  let hasEnded = false;
  return {
    context: begun.context,
    set(more) {
      attributes = { ...attributes, ...more };
    },
    fail(kind) {
      error = kind;
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      if (begun.context.isSampled) exporter.add({ ...begun, attributes, startedAt, endedAt: nowNs(), error });
    },
  };
}
