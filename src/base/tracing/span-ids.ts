/** The ids of spans, and how they travel: W3C Trace Context. Pure. */
import type { SpanContext } from './tracer.ts';

const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const sampledFlag = 1;
const traceDigits = 32;
const spanDigits = 16;

/** @returns undefined for a header that must be ignored. */
export function readTraceparent(header: unknown): SpanContext | undefined {
  const match = traceparentPattern.exec(typeof header === 'string' ? header : '');
  if (match === null) return undefined;
  const [, version, traceId, spanId, flags, more] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string?,
  ];
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag };
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** A UUID is as long as the id of a trace, and its second half is random. */
export function idsOfRequest(requestId: string): { traceId: string; spanId: string } {
  const traceId = requestId.replaceAll('-', '').padEnd(traceDigits, '0').slice(0, traceDigits);
  return { traceId, spanId: traceId.slice(-spanDigits) };
}

/** Decided by the random end of the id, so that every process decides alike. @param ratio 0 to 1. */
export const isSampledBy = (ratio: number, traceId: string): boolean =>
  Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < ratio;
