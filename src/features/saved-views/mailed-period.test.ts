import { describe, expect, it } from 'vitest';
import { lastDue, nextMailAt, periodBefore, queryFor } from './mailed-period.ts';

const at = (text: string) => new Date(text);

describe('the next mail', () => {
  it.each([
    ['day', 'Europe/Athens', '2031-03-10T04:59:59Z', '2031-03-10T05:00:00Z'],
    ['day', 'Europe/Athens', '2031-03-10T05:00:00Z', '2031-03-11T05:00:00Z'],
    // The clocks go forward on 30 March, and back on 26 October.
    ['day', 'Europe/Athens', '2031-03-29T05:00:00Z', '2031-03-30T04:00:00Z'],
    ['day', 'Europe/Athens', '2031-10-25T04:00:00Z', '2031-10-26T05:00:00Z'],
    ['week', 'Europe/Athens', '2031-03-25T12:00:00Z', '2031-03-31T04:00:00Z'],
    ['month', 'America/Los_Angeles', '2031-03-01T15:00:00Z', '2031-04-01T14:00:00Z'],
    ['month', 'Pacific/Kiritimati', '2031-02-28T12:00:00Z', '2031-02-28T17:00:00Z'],
  ] as const)('each %s in %s after %s is at %s', (every, zone, after, expected) => {
    expect(nextMailAt(every, zone, at(after))).toEqual(at(expected));
  });
});

describe('the period of a mail', () => {
  it.each([
    ['day', 'Europe/Athens', '2031-03-30T04:00:00Z', { from: '2031-03-29', to: '2031-03-29' }],
    ['week', 'Europe/Athens', '2031-03-31T04:00:00Z', { from: '2031-03-24', to: '2031-03-30' }],
    ['month', 'America/Los_Angeles', '2031-04-01T14:00:00Z', { from: '2031-03-01', to: '2031-03-31' }],
    ['month', 'UTC', '2032-03-01T07:00:00Z', { from: '2032-02-01', to: '2032-02-29' }],
    // There it is the first of March already.
    ['month', 'Pacific/Kiritimati', '2031-02-28T17:00:00Z', { from: '2031-02-01', to: '2031-02-28' }],
  ] as const)('each %s in %s at %s', (every, zone, dueAt, expected) => {
    expect(periodBefore(every, zone, at(dueAt))).toEqual(expected);
  });

  it('is the one before, without a gap or a day twice, over a year of changed clocks', () => {
    for (const every of ['day', 'week', 'month'] as const) {
      let due = nextMailAt(every, 'Europe/Athens', at('2030-12-31T12:00:00Z'));
      for (let before = periodBefore(every, 'Europe/Athens', due); due < at('2032-01-15T00:00:00Z'); ) {
        due = nextMailAt(every, 'Europe/Athens', due);
        const next = periodBefore(every, 'Europe/Athens', due);
        expect(Date.parse(next.from) - Date.parse(before.to)).toBe(86_400_000);
        before = next;
      }
    }
  });
});

it('what was missed is not made up for: only the last one is due', () => {
  const due = at('2031-03-10T07:00:00Z');
  expect(lastDue('day', 'UTC', due, at('2031-03-10T07:00:00Z'))).toEqual(due);
  expect(lastDue('day', 'UTC', due, at('2031-03-14T06:00:00Z'))).toEqual(at('2031-03-13T07:00:00Z'));
});

describe('the query of a mail', () => {
  const days = { from: '2031-03-01', to: '2031-03-31' };
  it.each([
    ['', 'from=2031-03-01&span=custom&to=2031-03-31'],
    ['metric=refunds&span=7d&cursor=x', 'from=2031-03-01&metric=refunds&span=custom&to=2031-03-31'],
    ['span=custom&from=2030-01-01&to=2030-01-02', 'from=2031-03-01&span=custom&to=2031-03-31'],
    ['compare=year', 'compare=year&from=2031-03-01&span=custom&to=2031-03-31'],
    ['compare=custom&compare_from=2030-01-01&compare_to=2030-01-02', 'from=2031-03-01&span=custom&to=2031-03-31'],
  ])('of %j is %j', (query, expected) => {
    expect(queryFor(query, days)).toBe(expected);
  });
});
