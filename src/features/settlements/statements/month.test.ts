/** The first and last instant of a month in various zones. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wordsIn } from '../../../core/mail/words.ts';
import { monthBefore, monthOfZones, readMonth, zonedTexts } from './month.ts';

const { month: monthIn } = wordsIn('en');

describe('a month lies between two midnights of its zone', () => {
  it.each([
    ['2031-03', 'UTC', '2031-03-01T00:00:00.000Z', '2031-04-01T00:00:00.000Z'],
    ['2031-12', 'UTC', '2031-12-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z'],
    ['2032-02', 'UTC', '2032-02-01T00:00:00.000Z', '2032-03-01T00:00:00.000Z'],
    // Daylight saving begins in March and ends in October.
    ['2026-03', 'Europe/Paris', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['2026-10', 'Europe/Paris', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    ['2026-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', '2026-01-31T18:15:00.000Z'],
    ['2026-01', 'America/New_York', '2026-01-01T05:00:00.000Z', '2026-02-01T05:00:00.000Z'],
    // Samoa skipped 30 December 2011, so that month is a day short.
    ['2011-12', 'Pacific/Apia', '2011-12-01T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
  ])('%s in %s', (month, timeZone, from, to) => {
    const read = readMonth(month, timeZone);
    expect(read.ok && [read.month.from.toISOString(), read.month.to.toISOString()]).toEqual([from, to]);
  });

  it('and the next begins where it ends', () => {
    for (const zone of ['UTC', 'Europe/Paris', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe']) {
      let end: number | undefined;
      for (let index = 0; index < 48; index += 1) {
        const month = `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
        const read = readMonth(month, zone);
        if (!read.ok) throw new Error(month);
        if (end !== undefined) expect(read.month.from.getTime()).toBe(end);
        end = read.month.to.getTime();
      }
    }
  });
});

describe('a month of a book that has changed its zone', () => {
  const held = (...zones: [timeZone: string, until: string | null][]) =>
    zones.map(([timeZone, until]) => ({ timeZone, until: until === null ? null : new Date(until) }));

  it.each([
    // The example in docs/ledger.md, "Months of statements".
    [
      '2031-03',
      held(['Europe/Athens', '2031-04-10T09:00Z'], ['UTC', null]),
      'Europe/Athens',
      '2031-02-28T22:00',
      '2031-03-31T21:00',
    ],
    [
      '2031-04',
      held(['Europe/Athens', '2031-04-10T09:00Z'], ['UTC', null]),
      'UTC',
      '2031-03-31T21:00',
      '2031-05-01T00:00',
    ],
    // Changed between the two midnights: to the west the month has ended and stays; to the east it has ended by then.
    [
      '2031-03',
      held(['Europe/Athens', '2031-03-31T21:00Z'], ['UTC', null]),
      'Europe/Athens',
      '2031-02-28T22:00',
      '2031-03-31T21:00',
    ],
    [
      '2031-03',
      held(['Europe/Athens', '2031-03-31T20:59Z'], ['UTC', null]),
      'UTC',
      '2031-02-28T22:00',
      '2031-04-01T00:00',
    ],
    [
      '2031-03',
      held(['UTC', '2031-03-31T23:00Z'], ['Europe/Athens', null]),
      'Europe/Athens',
      '2031-03-01T00:00',
      '2031-03-31T21:00',
    ],
    // There and back within a month decides about nothing.
    [
      '2031-03',
      held(['UTC', '2031-03-10T00:00Z'], ['Asia/Tokyo', '2031-03-20T00:00Z'], ['UTC', null]),
      'UTC',
      '2031-03-01T00:00',
      '2031-04-01T00:00',
    ],
  ])('%s of %j', (month, zones, timeZone, from, to) => {
    const instants = { from: new Date(`${from}Z`), to: new Date(`${to}Z`) };
    expect(monthOfZones(month, zones)).toEqual({ month, timeZone, ...instants });
  });

  it('never changes once it has ended, and begins where the one before it ends', () => {
    const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Athens', 'Asia/Kathmandu');
    const at = fc.date({ min: new Date('2031-01-20'), max: new Date('2031-04-10'), noInvalidDate: true });
    const changes = fc.array(fc.record({ zone, at }), { maxLength: 8 });
    fc.assert(
      fc.property(zone, changes, (first, made) => {
        const months = ['2031-01', '2031-02', '2031-03', '2031-04'];
        let zones = held([first, null]);
        for (const change of made.sort((a, b) => a.at.getTime() - b.at.getTime())) {
          const now = zones.at(-1)?.timeZone as string;
          const before = months.map((month) => monthOfZones(month, zones));
          zones = [...zones.slice(0, -1), { timeZone: now, until: change.at }, ...held([change.zone, null])];
          const after = months.map((month) => monthOfZones(month, zones));
          for (const [index, month] of after.entries()) {
            if ((before[index]?.to as Date) <= change.at) expect(month).toEqual(before[index]);
            if (index > 0) expect(month.from).toEqual(after[index - 1]?.to);
            expect(month.from < month.to).toBe(true);
          }
        }
      }),
    );
  });
});

it.each([
  ['2031-13', 'UTC', ['month']],
  ['2031-3', 'UTC', ['month']],
  ['0000-01', 'UTC', ['month']],
  ['9999-12', 'UTC', ['month']],
  ['2031-03-01', 'UTC', ['month']],
  ['', 'UTC', ['month']],
  ['2031-03', 'Europe/Atlantis', ['time_zone']],
  ['2031-03', '', ['time_zone']],
  ['2031-03', '+02:00', ['time_zone']],
  ['2031-03', 'UTC]', ['time_zone']],
  ['2031-03', '../../etc/passwd', ['time_zone']],
  ['March', 'Mars', ['month', 'time_zone']],
])('%j in %j: %j', (month, timeZone, problems) => {
  expect(readMonth(month, timeZone)).toEqual({ ok: false, problems });
});

describe('the month before', () => {
  it.each([
    ['2031-01-02T06:00:00.000Z', 'December 2030', '2030-12-01', '2031-01-01'],
    ['2031-12-02T06:00:00.000Z', 'November 2031', '2031-11-01', '2031-12-01'],
    ['2032-03-02T06:00:00.000Z', 'February 2032', '2032-02-01', '2032-03-01'],
    // Made up for, as late as may be.
    ['2031-03-16T06:00:00.000Z', 'February 2031', '2031-02-01', '2031-03-01'],
    ['2031-03-31T12:00:00.000Z', 'February 2031', '2031-02-01', '2031-03-01'],
    ['2031-01-01T00:00:00.000Z', 'December 2030', '2030-12-01', '2031-01-01'],
    ['2030-12-31T23:59:59.999Z', 'November 2030', '2030-11-01', '2030-12-01'],
  ])('%s is %s', (at, name, from, to) => {
    const before = monthBefore(new Date(at));
    expect([monthIn(before.from), before.from.toISOString(), before.to.toISOString()]).toEqual([
      name,
      `${from}T00:00:00.000Z`,
      `${to}T00:00:00.000Z`,
    ]);
  });

  it('is the same wherever the service runs', () => {
    const home = process.env.TZ;
    onTestFinished(() => {
      if (home === undefined) delete process.env.TZ;
      else process.env.TZ = home;
    });
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      process.env.TZ = zone;
      expect(monthIn(monthBefore(new Date('2031-01-01T00:00:00.000Z')).from)).toBe('December 2030');
      expect(monthIn(monthBefore(new Date('2030-12-31T23:59:59.999Z')).from)).toBe('November 2030');
    }
  });
});

it('an instant is told in its zone, exactly', () => {
  const at = new Date('2026-03-29T01:30:15.500Z');
  expect(zonedTexts('Europe/Paris')(at)).toBe('2026-03-29T03:30:15+02:00');
  expect(zonedTexts('UTC')(at)).toBe('2026-03-29T01:30:15+00:00');
});

describe('many instants are told as each of them alone, in any order', () => {
  const alone = (at: number, zone: string) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .toString({ timeZoneName: 'never', smallestUnit: 'second' });
  // Half an hour of daylight saving, a month without it, offsets with seconds in 1912, a day that was skipped.
  const zones = ['UTC', 'Europe/Paris', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Europe/Amsterdam', 'Pacific/Apia'];

  it.each(zones)('around the changes of %s', (zone) => {
    const zonedText = zonedTexts(zone);
    for (const year of [1912, 1936, 2011, 2026, 2080]) {
      let at = Temporal.ZonedDateTime.from(`${year}-01-01T00:00[${zone}]`);
      for (let change = 0; change < 4; change += 1) {
        const around = [0, -1, 0, 1, -86_400_000, 86_400_000, -1_500].map((ms) => at.epochMilliseconds + ms);
        expect(around.map((ms) => zonedText(new Date(ms)))).toEqual(around.map((ms) => alone(ms, zone)));
        at = at.getTimeZoneTransition('next') ?? at;
      }
    }
  });

  it('anywhere', () => {
    const instants = fc.date({ min: new Date('1900-01-02'), max: new Date('2199-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.array(instants, { minLength: 1, maxLength: 20 }), (zone, times) => {
        const zonedText = zonedTexts(zone);
        expect(times.map(zonedText)).toEqual(times.map((at) => alone(at.getTime(), zone)));
      }),
    );
  });
});
