/** The time that a list is about, as its address says it: days and months of the reader, as instants. */
import { expect, it } from 'vitest';
import { spans, timed } from '../../dashboard/src/app/list-span.ts';

/** The reader's noon of the last of March: the month before has fewer days. */
const now = new Date(2031, 2, 31, 12);
const at = (month: number, day: number): string => new Date(2031, month, day).toISOString();

it.each([
  [{ span: 'today' }, { from: at(2, 31) }],
  [{ span: 'yesterday' }, { from: at(2, 30), to: at(2, 31) }],
  [{ span: '7d' }, { from: at(2, 25) }],
  [{ span: '30d' }, { from: at(2, 2) }],
  [{ span: 'month' }, { from: at(2, 1) }],
  [{ span: 'lastMonth' }, { from: at(1, 1), to: at(2, 1) }],
  [
    { span: 'custom', from: '2031-01-30', to: '2031-01-31' },
    { from: at(0, 30), to: at(1, 1) },
  ],
  [{ span: 'custom', to: '2031-01-31' }, { to: at(1, 1) }],
  [{ from: '2031-01-30' }, {}],
] as const)('%j', (span, range) =>
  expect(timed({ ...span, status: 'sent' }, now)).toEqual({ status: 'sent', ...range }),
);

it('of January, last month is December', () => {
  const range = { from: new Date(2030, 11, 1).toISOString(), to: at(0, 1) };
  expect(timed({ span: 'lastMonth' }, new Date(2031, 0, 15))).toEqual(range);
});

it.each(spans.filter((span) => span !== 'custom'))('%s begins with a day', (span) => {
  expect(timed({ span }, now)).toMatchObject({ from: expect.stringMatching(/^2031-/) });
});
