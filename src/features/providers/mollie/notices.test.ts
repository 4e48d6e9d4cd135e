/** Only who knows the address that a payment was created with can have Mollie queried. */
import { describe, expect, it } from 'vitest';
import { noticeAddressOf, readMollieNotice } from './notices.ts';

const apiKey = 'live_0123456789abcdef0123456789abcd';
const attemptId = 'att_1';
const address = noticeAddressOf('https://pay.example/funding/mollie/webhook', apiKey, attemptId);

const receive = (at: string, body: string, keys: readonly string[] = [apiKey]) => {
  const { searchParams } = new URL(at);
  const query = (name: string) => searchParams.get(name) ?? undefined;
  return readMollieNotice({ body: Buffer.from(body), header: () => undefined, query }, keys);
};

const all = {
  ok: true,
  notices: [
    { kind: 'charge', attemptId, providerRef: 'tr_5B8cwPMGnU6qLbRvo7qEZo' },
    { kind: 'refunds', attemptId },
    { kind: 'disputes', reference: 'tr_5B8cwPMGnU6qLbRvo7qEZo' },
  ],
};
const body = 'id=tr_5B8cwPMGnU6qLbRvo7qEZo';

describe('a notice', () => {
  it('may be about the payment, its refunds or its chargebacks', () => expect(receive(address, body)).toEqual(all));

  it('of a payment that a former key created still counts', () => {
    expect(receive(address, body, ['live_new', apiKey])).toEqual(all);
    expect(receive(address, body, ['live_new'])).toEqual({ ok: false });
  });

  it.each([
    ['no signature', address.replace(/&signature=.*/, '')],
    ['an empty one', address.replace(/signature=.*/, 'signature=')],
    ['a shorter one', address.slice(0, -4)],
    ['a longer one', `${address}AAAA`],
    ['another', address.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A'))],
    ['another attempt', address.replace('att_1', 'att_2')],
    ['no attempt', address.replace('attempt=att_1&', '')],
    ['nothing', 'https://pay.example/funding/mollie/webhook'],
  ])('with %s is not genuine', (_name, at) => expect(receive(at, body)).toEqual({ ok: false }));

  it.each(['', 'id=', 'id=ord_1', 'id=tr_1/../refunds', '{"id":"tr_1"}', `id=tr_${'1'.repeat(101)}`])(
    'that names no payment (%j) is about nothing',
    (sent) => expect(receive(address, sent)).toEqual({ ok: true, notices: [] }),
  );

  it('has no secret in its address', () => expect(address).not.toContain(apiKey.slice(5)));
});
