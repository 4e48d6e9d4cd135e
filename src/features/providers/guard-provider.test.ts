/** What a provider of anybody's may answer, and what becomes of everything else. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors/app-error.ts';
import { guardProvider } from './guard-provider.ts';
import type { Dispute, OpenedProvider } from './provider.ts';

const acme = { name: 'acme', title: 'Acme' };
const charge = { attemptId: 'att_1', providerRef: 'ch_1' };
const request = { ...charge, refundId: 'ref_1', amount: 5n, currency: 'EUR' };

/** A provider that answers every call with this. */
function answering(answer: unknown, maxMs?: number) {
  const call = async () => answer as never;
  const calls = { begin: call, confirm: call, close: call, refund: call, findRefund: call, findDisputes: call };
  const opened: OpenedProvider = { methods: ['card'], ...calls, readNotice: call };
  return guardProvider(opened, acme, maxMs === undefined ? {} : { maxMs });
}

const paid = { kind: 'succeeded', amount: 1_250n, currency: 'EUR', cardLastFour: '4242', payerEmail: null };
const dispute: Dispute = {
  id: 'dp_1',
  attemptId: 'att_1',
  amount: 5n,
  currency: 'EUR',
  withdrawals: 2,
  returns: 1,
  fee: { currency: 'EUR', charged: 15n, returned: 0n },
  standing: { status: 'lost', reason: 'fraudulent', evidenceDueAt: new Date(0) },
};

const asks = {
  begin: (answer: unknown) => answering(answer).begin({ mode: 'live' } as never),
  confirm: (answer: unknown) => answering(answer).confirm(charge),
  close: (answer: unknown) => answering(answer).close(charge),
  refund: (answer: unknown) => answering(answer).refund(request),
  findRefund: async (answer: unknown) => answering(answer).findRefund?.(request),
  findDisputes: async (answer: unknown) => answering(answer).findDisputes?.('dp_1'),
  readNotice: async (answer: unknown) => answering(answer).readNotice?.({} as never),
};
type Ask = keyof typeof asks;

const declined = { kind: 'declined', reason: 'insufficient_funds' };
const noticed = [
  { kind: 'charge', attemptId: 'att_1', providerRef: 'ch_1' },
  { kind: 'charge', attemptId: 'att_1', providerRef: null },
  { kind: 'refund', refundId: 'ref_1' },
  { kind: 'refunds', attemptId: 'att_1' },
  { kind: 'disputes', reference: 'dp_1' },
];

it.each<[Ask, unknown]>([
  ['begin', { ...paid, providerRef: 'ch_1' }],
  ['begin', { ...declined, providerRef: null }],
  ['begin', { kind: 'pending', providerRef: 'ch_1' }],
  ['begin', { kind: 'continue', address: 'https://acme.test/pay/1', providerRef: 'ch_1' }],
  ['confirm', paid],
  ['confirm', { ...paid, cardLastFour: null, payerEmail: 'ada@example.com' }],
  ['close', { kind: 'pending' }],
  ['refund', { kind: 'failed', reason: 'card_expired' }],
  ['findRefund', undefined],
  ['findRefund', { kind: 'succeeded' }],
  ['findDisputes', []],
  ['findDisputes', [dispute, { ...dispute, fee: undefined, standing: undefined }]],
  ['readNotice', { ok: false }],
  ['readNotice', { ok: true, notices: noticed }],
])('%s may answer this: %#', async (ask, answer) => {
  expect(await asks[ask](answer)).toEqual(answer);
});

it.each<[Ask, string, unknown]>([
  ['begin', 'no id of a charge', paid],
  ['begin', 'an address that runs code', { kind: 'continue', address: 'javascript:alert(1)', providerRef: 'ch_1' }],
  ['begin', 'a page without an address', { kind: 'continue', providerRef: 'ch_1' }],
  ['begin', 'nothing', undefined],
  ['confirm', 'a number for an amount', { ...paid, amount: 1_250 }],
  ['confirm', 'an amount of nothing', { ...paid, amount: 0n }],
  ['confirm', 'an amount below nothing', { ...paid, amount: -1n }],
  ['confirm', 'a currency in small letters', { ...paid, currency: 'eur' }],
  ['confirm', 'a whole card number', { ...paid, cardLastFour: '4242424242424242' }],
  ['confirm', 'no email', { ...paid, payerEmail: undefined }],
  ['confirm', 'a reference without a character', { ...paid, providerRef: '' }],
  ['confirm', 'a page to continue on', { kind: 'continue', address: 'https://acme.test/pay/1', providerRef: 'ch_1' }],
  ['close', 'a reason nobody knows', { kind: 'declined', reason: 'no' }],
  ['close', 'a state nobody knows', { kind: 'authorized' }],
  ['refund', 'a failure without a reason', { kind: 'failed' }],
  ['refund', 'nothing', undefined],
  ['findRefund', 'null', null],
  ['findDisputes', 'one that took nothing', [{ ...dispute, withdrawals: 0 }]],
  ['findDisputes', 'an id that an address would cut', [{ ...dispute, id: 'ch_1/dp_1' }]],
  ['findDisputes', 'half a withdrawal', [{ ...dispute, withdrawals: 1.5 }]],
  ['findDisputes', 'a negative fee', [{ ...dispute, fee: { currency: 'EUR', charged: -1n, returned: 0n } }]],
  ['findDisputes', 'no list', dispute],
  ['readNotice', 'a notice nobody knows', { ok: true, notices: [{ kind: 'payment', id: 'ch_1' }] }],
  ['readNotice', 'a charge without a reference', { ok: true, notices: [{ kind: 'charge', attemptId: 'att_1' }] }],
  ['readNotice', 'a notice alone', { ok: true, notice: noticed[0] }],
])('%s that gives %s is unavailable', async (ask, _what, answer) => {
  await expect(asks[ask](answer)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringMatching(new RegExp(`^Acme: ${ask} gave what no provider may give`)) },
  });
});

describe('an error of a provider', () => {
  const throwing = (error: unknown) =>
    guardProvider({ ...answering({}), confirm: () => Promise.reject(error) }, acme).confirm(charge);

  it('is unavailable, and its message stays there', async () => {
    const caught = await throwing(new TypeError('sk_live_hush')).catch((error: unknown) => error as AppError);
    expect(caught).toMatchObject({ code: 'unavailable', cause: { message: 'Acme: confirm failed with TypeError' } });
    expect(JSON.stringify(caught)).not.toContain('hush');
  });

  it('that is ours stays what it is', async () => {
    const ours = new AppError('unavailable', { cause: new Error('Stripe: api_error, 500') });
    await expect(throwing(ours)).rejects.toBe(ours);
  });

  it('may be thrown before the promise', async () => {
    const thrower = guardProvider(
      {
        ...answering({}),
        confirm() {
          throw new RangeError('x');
        },
      },
      acme,
    );
    await expect(thrower.confirm(charge)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('a call that never ends is unavailable', async () => {
  const silent = guardProvider({ ...answering({}), confirm: () => new Promise(() => {}) }, acme, { maxMs: 1 });
  await expect(silent.confirm(charge)).rejects.toMatchObject({ code: 'unavailable' });
});

it('charges nothing in test mode, which has a provider of its own', async () => {
  const provider = answering({ ...paid, providerRef: 'ch_1' });
  await expect(provider.begin({ mode: 'test' } as never)).rejects.toMatchObject({ code: 'forbidden' });
});

it('what a provider has not, it has not afterwards', () => {
  const { findRefund: _none, ...opened } = answering(paid);
  expect(guardProvider(opened, acme).findRefund).toBeUndefined();
});

it('keeps the provider’s own state', async () => {
  class Counting {
    methods = ['card'] as const;
    asked = 0;
    async confirm() {
      this.asked += 1;
      return { ...paid, amount: BigInt(this.asked) } as never;
    }
  }
  const provider = guardProvider(new Counting() as unknown as OpenedProvider, acme);
  await provider.confirm(charge);
  expect(await provider.confirm(charge)).toMatchObject({ amount: 2n });
});

it('tells of each call how it ended', async () => {
  const ended: string[] = [];
  const onCall = (provider: string, call: string, outcome: string, seconds: number) => {
    expect(seconds).toBeGreaterThanOrEqual(0);
    ended.push(`${provider} ${call} ${outcome}`);
  };
  const answers: unknown[] = [paid, declined, { kind: 'odd' }];
  const provider = guardProvider(
    { ...answering({}), confirm: async () => answers.shift() as never, findDisputes: async () => [] },
    acme,
    { onCall },
  );
  for (const _ of [1, 2, 3]) await provider.confirm(charge).catch(() => {});
  await provider.findDisputes?.('dp_1');
  expect(ended).toEqual([
    'acme confirm succeeded',
    'acme confirm declined',
    'acme confirm unavailable',
    'acme findDisputes ok',
  ]);
});
