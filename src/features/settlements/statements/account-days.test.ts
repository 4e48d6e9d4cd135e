/** Days of a month: those read later are added to those known, and each ends with a balance. */
import { expect, it } from 'vitest';
import { addDays, withBalances } from './account-days.ts';
import { dayWithin } from './statement-days.ts';

const day = (date: string, credits: bigint, debits: bigint, movements = 1n, ids: [bigint, bigint] = [1n, 2n]) => ({
  ...{ date, credits, debits, movements },
  ...{ firstId: ids[0], lastId: ids[1] },
});

it('adds what was posted since to its day, in order of days', () => {
  const known = [day('2031-03-01', 5n, 0n), day('2031-03-03', 0n, 2n, 1n, [5n, 6n])];
  const since = [day('2031-03-03', 4n, 1n, 2n, [8n, 9n]), day('2031-03-02', 1n, 0n)];
  expect(addDays(known, since)).toEqual([
    day('2031-03-01', 5n, 0n),
    day('2031-03-02', 1n, 0n),
    day('2031-03-03', 4n, 3n, 3n, [5n, 9n]),
  ]);
});

it('each day ends with what it began with and what moved', () => {
  const days = withBalances(10n, [day('2031-03-01', 5n, 1n), day('2031-03-02', 0n, 20n)]);
  expect(days.map(({ closing }) => closing)).toEqual([14n, -6n]);
});

it('a day is cut where its month begins and ends', () => {
  // Athens moves its clocks on 30 March: the day has 23 hours. The month began in another zone.
  const month = {
    month: '2031-03',
    timeZone: 'Europe/Athens',
    from: new Date('2031-02-28T23:00:00Z'),
    to: new Date('2031-03-31T21:00:00Z'),
  };
  const within = (date: string) => dayWithin(month, date);
  expect(within('2031-03-01')).toEqual({ from: month.from, to: new Date('2031-03-01T22:00:00Z') });
  expect(within('2031-03-30')).toEqual({
    from: new Date('2031-03-29T22:00:00Z'),
    to: new Date('2031-03-30T21:00:00Z'),
  });
  for (const other of ['2031-02-28', '2031-04-01', '2031-02-31']) expect(within(other)).toBeUndefined();
});
