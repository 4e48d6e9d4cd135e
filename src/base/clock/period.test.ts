/** Periods, what they are cut into, and the period before: in zones whose days are not all 24 hours long. */
import { describe, expect, it } from 'vitest';
import { customPeriod, daysOfPeriod, lastPeriod, type Period, periodNames } from './period.ts';

const noon = new Date('2031-04-02T10:00:00Z');
const hourMs = 3_600_000;
const daysIn = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
const custom = (from: string, to: string, zone = 'UTC') => customPeriod({ from, to }, zone) as Period;

describe('the last', () => {
  it.each([
    ['7d', 'day', 7, '2031-03-27 2031-04-02', '2031-03-20 2031-03-26'],
    ['30d', 'day', 30, '2031-03-04 2031-04-02', '2031-02-02 2031-03-03'],
    ['90d', 'week', 13, '2031-01-03 2031-04-02', '2030-10-05 2031-01-02'],
    ['12m', 'month', 12, '2030-05-01 2031-04-02', '2029-05-01 2030-04-02'],
  ] as const)('%s: by %s, %i of them', (name, unit, count, days, before) => {
    const period = lastPeriod(name, noon, 'Europe/Athens');
    expect([period.unit, period.buckets.length]).toEqual([unit, count]);
    expect([daysIn(period), daysIn(period.previous)]).toEqual([days, before]);
  });

  it('end on the day that it is in the zone', () => {
    const late = new Date('2031-03-01T23:30:00Z');
    expect(lastPeriod('7d', late, 'Europe/Athens').to).toBe('2031-03-02');
    expect(lastPeriod('7d', late, 'UTC').to).toBe('2031-03-01');
  });

  it('twelve months end in February of a leap year as a year before', () => {
    const { buckets, previous } = lastPeriod('12m', new Date('2032-02-29T12:00:00Z'), 'UTC');
    expect(daysIn(previous)).toBe('2030-03-01 2031-02-28');
    expect(buckets.at(-1)).toMatchObject({ from: '2032-02-01', to: '2032-02-29' });
    expect(buckets.at(-1)?.previous).toMatchObject({ from: '2031-02-01', to: '2031-02-28' });
  });
});

describe.each(['UTC', 'Europe/Athens', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia'])('in %s', (zone) => {
  const years = custom('2030-01-01', '2031-12-31', zone);
  const periods = [
    ...periodNames.map((name) => lastPeriod(name, noon, zone)),
    years,
    custom('2031-03-30', '2031-03-30', zone),
  ];
  it.each(periods.map((period) => [daysIn(period), period] as const))(
    '%s has no gap and no overlap',
    (_days, period) => {
      for (const spans of [period.buckets, period.buckets.map(({ previous }) => previous)]) {
        expect(spans.slice(1).map(({ since }) => since)).toEqual(spans.slice(0, -1).map(({ until }) => until));
      }
      const [first, last] = [period.buckets[0], period.buckets.at(-1)];
      expect([first?.since, last?.until]).toEqual([period.since, period.until]);
      expect([first?.previous.since, last?.previous.until]).toEqual([period.previous.since, period.previous.until]);
      expect(period.previous.until <= period.since).toBe(true);
    },
  );

  it('each day is in one bucket, and begins where it begins', () => {
    const days = daysOfPeriod(years, zone);
    expect(days.slice(1).map(({ from }) => from)).toEqual(days.slice(0, -1).map(({ to }) => to));
    const inBuckets = days.filter(({ from, to }) =>
      [...years.buckets, ...years.buckets.map(({ previous }) => previous)].some(
        ({ since, until }) => since <= from && to <= until,
      ),
    );
    expect(inBuckets).toHaveLength(days.length);
  });
});

it('a day on which the clocks change is an hour shorter or longer', () => {
  const lengths = (from: string, to: string) =>
    custom(from, to, 'Europe/Athens').buckets.map(({ since, until }) => (until.getTime() - since.getTime()) / hourMs);
  expect(lengths('2031-03-29', '2031-03-31')).toEqual([24, 23, 24]);
  expect(lengths('2031-10-25', '2031-10-27')).toEqual([24, 25, 24]);
});

describe('from one day to another', () => {
  it.each([
    ['2031-03-01', '2031-03-31', 'day', 31],
    ['2031-03-01', '2031-04-01', 'week', 5],
    ['2031-01-01', '2031-07-03', 'week', 27],
    ['2031-01-01', '2031-07-04', 'month', 7],
  ])('%s to %s: by %s, %i of them', (from, to, unit, count) => {
    const period = custom(from, to);
    expect([period.unit, period.buckets.length]).toEqual([unit, count]);
  });

  it('the period before has as many days, and so has each part of it', () => {
    const { previous, buckets } = custom('2031-01-15', '2031-07-20');
    expect(daysIn(previous)).toBe('2030-07-12 2031-01-14');
    for (const { previous: before, ...now } of buckets) {
      expect(before.until.getTime() - before.since.getTime()).toBe(now.until.getTime() - now.since.getTime());
    }
  });

  it('a week is whole but for the first', () => {
    const spans = custom('2031-03-01', '2031-04-05').buckets.map(daysIn);
    expect([spans[0], spans[1], spans.at(-1)]).toEqual([
      '2031-03-01 2031-03-01',
      '2031-03-02 2031-03-08',
      '2031-03-30 2031-04-05',
    ]);
  });

  it.each([
    ['2031-02-30', '2031-03-01', 'from'],
    ['', '2031-03-01', 'from'],
    ['2031-03-01', 'today', 'to'],
    ['-009999-01-01', '2031-03-01', 'from'],
    ['2031-03-01', '9999-12-31', 'to'],
    ['2031-03-02', '2031-03-01', 'order'],
    ['2030-01-01', '2032-01-02', 'days'],
  ])('%s to %s is refused: %s', (from, to, problem) => expect(customPeriod({ from, to }, 'UTC')).toBe(problem));
});
