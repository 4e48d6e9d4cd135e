/** The period of a figure, as its address says it: a length that ends now, or two days of at most two years. */
import { expect, it } from 'vitest';
import { periodOf } from '../../dashboard/src/app/period.ts';

it.each([
  [{ span: '30d', from: '2031-01-01', to: '2031-01-02' }, { period: '30d' }],
  [
    { span: 'custom', from: '2031-01-01', to: '2031-01-01' },
    { from: '2031-01-01', to: '2031-01-01' },
  ],
  [
    { span: 'custom', from: '2031-01-01', to: '2032-12-31' },
    { from: '2031-01-01', to: '2032-12-31' },
  ],
  [{ span: 'custom', from: '2031-01-01', to: '2033-01-01' }, undefined],
  [{ span: 'custom', from: '2031-01-02', to: '2031-01-01' }, undefined],
  [{ span: 'custom', from: '2031-01-02' }, undefined],
  [{ span: 'custom', to: '2031-01-02' }, undefined],
] as const)('%j', (chosen, period) => expect(periodOf(chosen)).toEqual(period));
