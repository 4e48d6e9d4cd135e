/** W3C Trace Context, level 1; and the ids that are made of a request's. */
import { describe, expect, it } from 'vitest';
import { idsOfRequest, isSampledBy, readTraceparent, writeTraceparent } from './span-ids.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
    [`cc-${traceId}-${spanId}-01-what-a-later-version-adds`, true],
  ])('%s is taken over', (header, isSampled) => {
    expect(readTraceparent(header)).toEqual({ traceId, spanId, isSampled });
  });

  it.each([
    undefined,
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}`,
    ` 00-${traceId}-${spanId}-01`,
  ])('%s is ignored', (header) => expect(readTraceparent(header)).toBeUndefined());

  it('is written as it is read', () => {
    for (const isSampled of [true, false]) {
      const context = { traceId, spanId, isSampled };
      expect(readTraceparent(writeTraceparent(context))).toEqual(context);
    }
  });
});

it('the ids of a request’s span are made of its own', () => {
  expect(idsOfRequest('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toEqual({
    traceId: '017f22e279b07cc398c4dc0c0c07398f',
    spanId: '98c4dc0c0c07398f',
  });
});

it.each([
  [0, false, false],
  [0.5, true, false],
  [1, true, true],
])('of all traces, %d are recorded', (ratio, low, high) => {
  expect([isSampledBy(ratio, `${'f'.repeat(24)}00000000`), isSampledBy(ratio, `${'0'.repeat(24)}ffffffff`)]).toEqual([
    low,
    high,
  ]);
});
