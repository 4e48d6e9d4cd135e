/** Instants in requests: what is read, and what is refused. */
import { expect, it } from 'vitest';
import { parseInstant, readInstant } from './read-instant.ts';

it.each([
  ['2031-03-01T00:00:00Z', '2031-03-01T00:00:00.000Z'],
  ['2031-03-01T02:30+02:00', '2031-03-01T00:30:00.000Z'],
  ['2032-02-29T23:59:59.999-01:00', '2032-03-01T00:59:59.999Z'],
])('%s is read', (text, at) => {
  expect(readInstant(text)?.toISOString()).toBe(at);
});

it.each([
  ['a day that does not exist', '2031-02-30T00:00:00Z'],
  ['a day of no leap year', '2031-02-29T00:00:00Z'],
  ['an hour that does not exist', '2031-03-01T24:00:00Z'],
  ['no offset', '2031-03-01T00:00:00'],
  ['a date alone', '2031-03-01'],
  ['smaller than a millisecond', '2031-03-01T00:00:00.0001Z'],
  ['no instant at all', 'tomorrow'],
])('%s is refused', (_, text) => {
  expect(readInstant(text)).toBeUndefined();
});

it('is cut off at milliseconds where any form is read', () => {
  expect(parseInstant('2031-03-01T00:00:00.0019Z')?.toISOString()).toBe('2031-03-01T00:00:00.001Z');
  expect(parseInstant('2031-02-30T00:00:00Z')).toBeUndefined();
});
