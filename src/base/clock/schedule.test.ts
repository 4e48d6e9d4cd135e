/** The next run of a schedule across daylight saving changes, ends of months and weeks. */
import { describe, expect, it } from 'vitest';
import { nextRun, type Schedule } from './schedule.ts';
import { readTimeZone } from './time-zone.ts';

const daily = (time: string): Schedule => ({ every: 'day', days: [], time });
const weekly = (days: number[], time: string): Schedule => ({ every: 'week', days, time });
const monthly = (days: number[], time: string): Schedule => ({ every: 'month', days, time });

/** The runs after an instant, in order. */
function runs(schedule: Schedule, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  for (let at = new Date(after); found.length < count; found.push(at.toISOString().slice(0, 16))) {
    at = nextRun(schedule, zone, at);
  }
  return found;
}

describe('nextRun', () => {
  it.each<[what: string, schedule: Schedule, zone: string, after: string, expected: string[]]>([
    ['later today', daily('02:00'), 'UTC', '2031-03-01T01:59:59.999Z', ['2031-03-01T02:00', '2031-03-02T02:00']],
    ['never the very instant', daily('02:00'), 'UTC', '2031-03-01T02:00:00Z', ['2031-03-02T02:00']],
    ['the local day, east', daily('02:00'), 'Asia/Tokyo', '2031-03-01T18:00:00Z', ['2031-03-02T17:00']],
    ['the local day, west', daily('23:30'), 'America/Los_Angeles', '2031-01-01T08:00:00Z', ['2031-01-02T07:30']],
    ['a zone of half hours', daily('02:00'), 'Asia/Kolkata', '2031-03-01T00:00:00Z', ['2031-03-01T20:30']],
    // Clocks go forward on 30 March 2031, 02:00 to 03:00.
    [
      'spring: skipped, so at the end of the gap',
      daily('02:30'),
      'Europe/Berlin',
      '2031-03-29T12:00:00Z',
      ['2031-03-30T01:00', '2031-03-31T00:30'],
    ],
    [
      'spring: the gap’s first minute',
      daily('02:00'),
      'Europe/Berlin',
      '2031-03-29T12:00:00Z',
      ['2031-03-30T01:00', '2031-03-31T00:00'],
    ],
    [
      'spring: just after the gap',
      daily('03:00'),
      'Europe/Berlin',
      '2031-03-29T12:00:00Z',
      ['2031-03-30T01:00', '2031-03-31T01:00'],
    ],
    [
      'spring: just before the gap',
      daily('01:59'),
      'Europe/Berlin',
      '2031-03-29T12:00:00Z',
      ['2031-03-30T00:59', '2031-03-30T23:59'],
    ],
    [
      'spring in New York',
      daily('02:15'),
      'America/New_York',
      '2031-03-08T12:00:00Z',
      ['2031-03-09T07:00', '2031-03-10T06:15'],
    ],
    [
      'a gap of half an hour',
      daily('02:15'),
      'Australia/Lord_Howe',
      '2031-10-04T00:00:00Z',
      ['2031-10-04T15:30', '2031-10-05T15:15'],
    ],
    [
      'a gap at midnight',
      daily('00:00'),
      'America/Santiago',
      '2031-09-06T12:00:00Z',
      ['2031-09-07T04:00', '2031-09-08T03:00'],
    ],
    [
      'a day that was skipped',
      daily('02:00'),
      'Pacific/Apia',
      '2011-12-29T12:00:00Z',
      ['2011-12-30T10:00', '2011-12-30T12:00'],
    ],
    // Clocks go back on 26 October 2031, 03:00 to 02:00.
    [
      'autumn: twice, so once',
      daily('02:30'),
      'Europe/Berlin',
      '2031-10-25T12:00:00Z',
      ['2031-10-26T00:30', '2031-10-27T01:30'],
    ],
    ['autumn: asked between the two', daily('02:30'), 'Europe/Berlin', '2031-10-26T01:00:00Z', ['2031-10-27T01:30']],
    [
      'autumn in New York',
      daily('01:00'),
      'America/New_York',
      '2031-11-01T12:00:00Z',
      ['2031-11-02T05:00', '2031-11-03T06:00'],
    ],
    ['one weekday', weekly([1], '06:00'), 'UTC', '2031-03-01T00:00:00Z', ['2031-03-03T06:00', '2031-03-10T06:00']],
    [
      'chosen weekdays',
      weekly([5, 2, 7], '06:00'),
      'UTC',
      '2031-03-01T00:00:00Z',
      ['2031-03-02T06:00', '2031-03-04T06:00', '2031-03-07T06:00', '2031-03-09T06:00'],
    ],
    [
      'the weekday of the zone',
      weekly([1], '00:30'),
      'Pacific/Auckland',
      '2031-06-01T00:00:00Z',
      ['2031-06-01T12:30', '2031-06-08T12:30'],
    ],
    [
      'a weekly run in the gap',
      weekly([7], '02:30'),
      'Europe/Paris',
      '2031-03-24T00:00:00Z',
      ['2031-03-30T01:00', '2031-04-06T00:30'],
    ],
    [
      'days of the month',
      monthly([15, 1], '02:00'),
      'UTC',
      '2031-03-01T02:00:00Z',
      ['2031-03-15T02:00', '2031-04-01T02:00'],
    ],
    [
      'the 31st',
      monthly([31], '02:00'),
      'UTC',
      '2031-01-31T02:00:00Z',
      ['2031-02-28T02:00', '2031-03-31T02:00', '2031-04-30T02:00'],
    ],
    [
      'the 29th in a leap year',
      monthly([29], '02:00'),
      'UTC',
      '2032-02-01T00:00:00Z',
      ['2032-02-29T02:00', '2032-03-29T02:00'],
    ],
    [
      'the last days as one',
      monthly([29, 30, 31], '02:00'),
      'UTC',
      '2031-02-01T00:00:00Z',
      [
        '2031-02-28T02:00',
        '2031-03-29T02:00',
        '2031-03-30T02:00',
        '2031-03-31T02:00',
        '2031-04-29T02:00',
        '2031-04-30T02:00',
        '2031-05-29T02:00',
      ],
    ],
    [
      'the 30th in February',
      monthly([30], '02:00'),
      'UTC',
      '2031-01-30T02:00:00Z',
      ['2031-02-28T02:00', '2031-03-30T02:00', '2031-04-30T02:00'],
    ],
    [
      'the 29th and 30th in February, as one',
      monthly([29, 30], '02:00'),
      'UTC',
      '2031-02-01T00:00:00Z',
      ['2031-02-28T02:00', '2031-03-29T02:00', '2031-03-30T02:00'],
    ],
    [
      'the 1st, far behind UTC',
      monthly([1], '20:00'),
      'Pacific/Honolulu',
      '2031-02-28T00:00:00Z',
      ['2031-03-02T06:00', '2031-04-02T06:00'],
    ],
  ])('%s', (_what, schedule, zone, after, expected) => {
    expect(runs(schedule, zone, after, expected.length)).toEqual(expected);
  });
});

describe('the last days of a month', () => {
  const zones: [zone: string, hoursAhead: number][] = [
    ['UTC', 0],
    ['Pacific/Kiritimati', 14],
    ['Pacific/Honolulu', -10],
  ];
  // Each in a zone without clock changes, so that the test can do the arithmetic without the library.
  const cases = zones.flatMap(([zone, hoursAhead]) =>
    [28, 29, 30, 31].flatMap((day) => [2031, 2032, 2100].map((year) => ({ zone, hoursAhead, day, year }))),
  );

  it.each(cases)('$year, day $day, $zone: one run a month', ({ zone, hoursAhead, day, year }) => {
    const local = (month: number, date: number): Date => new Date(Date.UTC(year, month, date, 2 - hoursAhead));
    const expected = [0, 1, 2, 3, 4].map((month) => {
      const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
      return local(month, Math.min(day, last)).toISOString().slice(0, 16);
    });

    expect(runs(monthly([day], '02:00'), zone, local(0, 1).toISOString(), expected.length)).toEqual(expected);
  });
});

describe('readTimeZone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Athens', 'Europe/Athens'],
    ['europe/athens', 'Europe/Athens'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['', undefined],
    ['Europe', undefined],
    ['Nowhere/Land', undefined],
    ['+02:00', undefined],
    ['Europe/Athens ', undefined],
    ['Europe/Athens[u-ca=hebrew]', undefined],
  ])('%j is %j', (name, expected) => {
    expect(readTimeZone(name)).toBe(expected);
  });
});
