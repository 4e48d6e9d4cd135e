/** What is exported of a span. */
import type { Attributes, SpanContext, SpanKind } from './tracer.ts';

/** Times in nanoseconds since 1970. */
export type EndedSpan = {
  context: SpanContext;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  startedAt: bigint;
  endedAt: bigint;
  attributes: Attributes;
  links: readonly SpanContext[];
  error: string | undefined;
};
