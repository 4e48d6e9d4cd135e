/** Periods alone: cut into hours, days, weeks and months across time zones, and the days that they are compared with. */
import { describe, expect, it } from 'vitest';
import { type CutPeriod, cutPeriod, daysBefore, type PartUnit } from './period.ts';

const cut = (from: string, to: string, zone: string, unit?: PartUnit) =>
  cutPeriod({ from, to }, zone, unit) as CutPeriod;

describe('hours', () => {
  it.each([
    ['a plain day', '2031-03-28', 'Europe/Athens', 24, '2031-03-27T22:00:00.000Z'],
    ['a day that misses an hour', '2031-03-30', 'Europe/Athens', 23, '2031-03-29T22:00:00.000Z'],
    ['a day that has one twice', '2031-10-26', 'Europe/Athens', 25, '2031-10-25T21:00:00.000Z'],
    ['where they begin on half hours of UTC', '2031-03-28', 'Asia/Kolkata', 24, '2031-03-27T18:30:00.000Z'],
    ['where clocks change by half an hour', '2031-04-06', 'Australia/Lord_Howe', 25, '2031-04-05T13:00:00.000Z'],
  ])('of %s', (_, day, zone, count, first) => {
    const { parts, since, until, unit } = cut(day, day, zone, 'hour');
    expect([unit, parts.length, parts[0]?.since.toISOString()]).toEqual(['hour', count, first]);
    // Without a gap, from the beginning of the day to its end.
    expect(parts.map((part) => part.since)).toEqual([since, ...parts.slice(0, -1).map((part) => part.until)]);
    expect(parts.at(-1)?.until).toEqual(until);
    for (const part of parts) expect([part.from, part.to]).toEqual([day, day]);
  });
});

it.each<[PartUnit, string[]]>([
  [
    'day',
    ['2031-02-27', '2031-02-28', '2031-03-01', '2031-03-02', '2031-03-03', '2031-03-04', '2031-03-05', '2031-03-06'],
  ],
  ['week', ['2031-02-27', '2031-02-28']],
  ['month', ['2031-02-27', '2031-03-01']],
])('parts by %s cover the period in each zone', (unit, starts) => {
  for (const zone of ['UTC', 'Europe/Athens', 'America/Los_Angeles', 'Pacific/Apia']) {
    const { parts, since, until } = cut('2031-02-27', '2031-03-06', zone, unit);
    expect(parts.map(({ from }) => from)).toEqual(starts);
    expect([parts[0]?.since, parts.at(-1)?.until]).toEqual([since, until]);
    for (const [place, part] of parts.slice(1).entries()) expect(part.since).toEqual(parts[place]?.until);
  }
});

it.each([
  ['2031-03-01', '2031-03-07', 'hour', 'cut'],
  ['2031-03-01', '2031-03-08', 'hour', 'unit'],
  ['2031-01-01', '2031-07-03', 'day', 'cut'],
  ['2031-01-01', '2031-07-04', 'day', 'unit'],
  ['2031-02-30', '2031-03-08', 'day', 'from'],
  ['2031-03-08', '2031-03-07', 'day', 'order'],
  ['2029-01-01', '2031-03-07', 'month', 'days'],
] as const)('%s to %s by %s: %s', (from, to, unit, expected) => {
  const found = cutPeriod({ from, to }, 'UTC', unit);
  expect(typeof found === 'string' ? found : 'cut').toBe(expected);
});

it.each([
  ['2031-03-01', '2031-03-31', 'previous', '2031-01-29', '2031-02-28'],
  ['2031-03-30', '2031-03-30', 'previous', '2031-03-29', '2031-03-29'],
  ['2031-03-01', '2031-03-31', 'year', '2030-03-01', '2030-03-31'],
  ['2032-02-29', '2032-03-01', 'year', '2031-02-28', '2031-03-01'],
] as const)('%s to %s beside the %s', (from, to, how, before, until) => {
  expect(daysBefore({ from, to }, how)).toEqual({ from: before, to: until });
});
