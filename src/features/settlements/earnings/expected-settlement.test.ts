/** What a share waits for, and the run that is expected to credit it. */
import { describe, expect, it } from 'vitest';
import type { SettlementSettings } from '../schedule-settings.ts';
import type { WaitingShare } from './earnings.repository.ts';
import { type CompanySchedule, expectedSettlement } from './expected-settlement.ts';

const now = new Date('2031-03-03T12:00:00Z');
const due = new Date('2031-03-04T02:00:00Z');
const daySeconds = 86_400;

const shareOf = (changes: Partial<WaitingShare> = {}): WaitingShare => ({
  companyId: 1n,
  companyName: 'Rapid',
  linkId: 2n,
  orderId: 3n,
  partnerOrderRef: 'A-1',
  currency: 'EUR',
  status: 'unsettled',
  paid: true,
  ofService: false,
  refundOpen: false,
  share: 100n,
  taken: 0n,
  createdAt: now,
  ...changes,
});

const scheduleOf = (changes: Partial<SettlementSettings> = {}, dues = new Map([['*', due]])): CompanySchedule => ({
  settings: {
    timeZone: 'UTC',
    holdSeconds: 0,
    settleOnlyPaid: false,
    paused: false,
    schedule: { every: 'day', days: [], time: '02:00' },
    currencies: new Map(),
    ...changes,
  },
  dues,
  everyCurrency: '*',
});

describe('what it waits for, the first that applies', () => {
  it.each<[string, Partial<WaitingShare>, Partial<SettlementSettings>]>([
    ['release', { status: 'on_hold', refundOpen: true }, { paused: true }],
    ['refund', { refundOpen: true, status: 'awaiting_funds' }, {}],
    ['payment', { paid: false, status: 'awaiting_funds' }, { settleOnlyPaid: true }],
    ['funds', { status: 'awaiting_funds' }, { paused: true }],
    ['resumption', {}, { paused: true }],
  ])('%s, without a date', (waitsFor, share, settings) => {
    expect(expectedSettlement(shareOf(share), scheduleOf(settings), now)).toEqual({ waitsFor, at: null });
  });

  it('an unpaid order of a company that settles those too waits for the run', () => {
    expect(expectedSettlement(shareOf({ paid: false }), scheduleOf(), now).waitsFor).toBe('run');
  });
});

describe('the run', () => {
  const weekly = new Map([['USD', { every: 'week' as const, days: [5], time: '06:00' }]]);
  it.each<[string, Partial<WaitingShare>, Partial<SettlementSettings>, string]>([
    ['is the next due one', {}, {}, '2031-03-04T02:00:00.000Z'],
    ['comes after the hold time', {}, { holdSeconds: 2 * daySeconds }, '2031-03-06T02:00:00.000Z'],
    ['knows no hold time for the checkout', { ofService: true }, { holdSeconds: 9 * daySeconds }, due.toISOString()],
    [
      'of a currency with a schedule of its own',
      { currency: 'USD' },
      { currencies: weekly },
      '2031-03-07T06:00:00.000Z',
    ],
  ])('%s', (_, share, settings, at) => {
    expect(expectedSettlement(shareOf(share), scheduleOf(settings), now).at?.toISOString()).toBe(at);
  });

  it('is planned where none is due yet', () => {
    const schedule = scheduleOf({}, new Map());
    expect(expectedSettlement(shareOf(), schedule, now).at).toEqual(due);
  });
});
