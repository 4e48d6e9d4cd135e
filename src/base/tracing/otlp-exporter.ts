/**
 * Sends spans to an OpenTelemetry collector: OTLP over HTTP, in JSON. In batches, in the background, bounded in memory and in
 * time. What a collector that is down or slow does not take is dropped, and nobody waits for it.
 */
import type { EndedSpan } from './ended-span.ts';
import type { Attributes, SpanContext } from './tracer.ts';

export type Exporter = { add(span: EndedSpan): void; stop(): Promise<void> };

export type ExporterOptions = {
  /** Where traces are sent: `…/v1/traces`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** What the spans are of: `service.name` among others. */
  resource: Attributes;
  /** Told once when the collector begins to fail, and once when it is back. */
  onState: (isReachable: boolean) => void;
};

const waitingMax = 2_048;
const batchMax = 512;
const sentAfterMs = 2_000;
const timeoutMs = 10_000;
/** At shutdown. */
const lastTimeoutMs = 2_000;

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const statusError = 2;

const valueIn = (value: string | number | boolean) =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'boolean'
      ? { boolValue: value }
      : Number.isInteger(value)
        ? { intValue: String(value) }
        : { doubleValue: value };

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueIn(value) }));

const linkOf = ({ traceId, spanId }: SpanContext) => ({ traceId, spanId });

const spanOf = ({ context, parentSpanId, name, kind, startedAt, endedAt, attributes, links, error }: EndedSpan) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: String(startedAt),
  endTimeUnixNano: String(endedAt),
  attributes: attributesOf(error === undefined ? attributes : { ...attributes, 'error.type': error }),
  ...(links.length === 0 ? {} : { links: links.map(linkOf) }),
  status: error === undefined ? {} : { code: statusError },
});

/** @param spans not empty. The body of one request. */
const otlpBody = (resource: Attributes, spans: readonly EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'sluice' }, spans: spans.map(spanOf) }],
    },
  ],
});

export function createOtlpExporter({ url, headers, resource, onState }: ExporterOptions): Exporter {
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  let isReachable = true;

  async function send(spans: readonly EndedSpan[], limitMs: number): Promise<void> {
    const was = isReachable;
    try {
      const body = JSON.stringify(otlpBody(resource, spans));
      const signal = AbortSignal.timeout(limitMs);
      const sent = { ...headers, 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers: sent, body, signal, redirect: 'error' });
      await answer.body?.cancel();
      isReachable = answer.ok;
    } catch {
      isReachable = false;
    }
    if (was !== isReachable) onState(isReachable);
  }

  async function sendAll(limitMs: number): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      await send(batch, limitMs);
    }
  }

  function begin(limitMs: number): void {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(() => sendAll(limitMs));
  }

  return {
    add(span) {
      if (waiting.length >= waitingMax) return;
      waiting.push(span);
      if (timer === undefined) timer = setTimeout(begin, sentAfterMs, timeoutMs).unref();
    },
    async stop() {
      begin(lastTimeoutMs);
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, lastTimeoutMs);
      });
      await Promise.race([sending, late]);
      clearTimeout(limit);
    },
  };
}
