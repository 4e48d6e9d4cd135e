/** What is kept of a body, rule by rule (docs/contract/people.md, "The request log"). */
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { keptBody, keptText } from './kept-body.ts';

const shape = Type.Object({
  amount: Type.Number(),
  note: Type.Optional(Type.String()),
  custom: Type.Optional(Type.Unknown()),
  splits: Type.Optional(Type.Array(Type.Object({ ref: Type.String() }))),
  payer: Type.Optional(Type.Union([Type.Object({ name: Type.String() }), Type.Object({ email: Type.String() })])),
});
const card = '4242424242424242';

it.each<[what: string, sent: unknown, kept: unknown]>([
  ['nothing', undefined, null],
  ['null', null, null],
  ['known fields', { amount: 1.5, note: 'a' }, { amount: 1.5, note: 'a' }],
  ['another field, by its name', { amount: 1, card: { cvc: '123' } }, { amount: 1, card: '…' }],
  ['fields of known items', { splits: [{ ref: 'a', extra: 'b' }] }, { splits: [{ ref: 'a', extra: '…' }] }],
  ['fields of alternatives', { payer: { name: 'A', email: 'b', x: 1 } }, { payer: { name: 'A', email: 'b', x: '…' } }],
  ['what a free field holds', { custom: { a: [1, true, null] } }, { custom: { a: [1, true, null] } }],
  ['a card number', { note: `paid with ${card}` }, { note: 'paid with •••• 4242' }],
  ['one in groups', { note: '4242 4242-4242 4242.' }, { note: '•••• 4242.' }],
  ['one as a number', { custom: 4_242_424_242_424_242 }, { custom: '•••• 4242' }],
  ['one as a name', { custom: { [card]: 1 } }, { custom: { '•••• 4242': 1 } }],
  ['digits that are no card number', { note: '4242424242424241' }, { note: '4242424242424241' }],
  ['fewer digits', { note: '123456789012' }, { note: '123456789012' }],
  ['a secret key', { note: `sk_live_${'a'.repeat(40)}` }, { note: 'sk_live_…' }],
  ['a webhook’s secret', { note: 'whsec_MfKQ9r8GKYqr' }, { note: 'whsec_…' }],
  ...['password', 'client_secret', 'secret_id', 'access_token', 'Authorization', 'cvc', 'cardNumber', 'iban'].map(
    (name): [string, unknown, unknown] => [name, { custom: { [name]: 'x' } }, { custom: { [name]: '…' } }],
  ),
  ['the id of a payment', { custom: { token: 'pay_3ycShcQjj' } }, { custom: { token: 'pay_3ycShcQjj' } }],
  ['text that PostgreSQL refuses', { note: 'a\0b\ud800' }, { note: 'ab\ufffd' }],
  ['a long text', { note: 'a'.repeat(501) }, { note: `${'a'.repeat(499)}…` }],
  [
    'a long list',
    { custom: Array.from({ length: 25 }, (_, n) => n) },
    { custom: [...Array.from({ length: 20 }, (_, n) => n), '… 5 more'] },
  ],
  [
    'many fields',
    { custom: Object.fromEntries(Array.from({ length: 103 }, (_, n) => [`f${n}`, n])) },
    { custom: { ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n])), '…': '… 3 more' } },
  ],
  ['what is too long', { custom: Array.from({ length: 20 }, () => 'a'.repeat(500)).map((one) => [one, one]) }, null],
])('%s', (_what, sent, kept) => {
  expect(keptBody(sent, shape)).toEqual(kept);
});

it('what is nested too deep is cut off', () => {
  let nested: unknown = 'in';
  for (let n = 0; n < 10; n += 1) nested = { nested };
  const text = JSON.stringify(keptBody({ custom: nested }, shape));
  expect(text).not.toContain('"in"');
  expect(text).toContain('…');
});

it('a response, which has no shape, is kept with every field but the secret ones', () => {
  expect(keptBody({ data: { id: 'po_1', secret: 'whsec_1' } })).toEqual({ data: { id: 'po_1', secret: '…' } });
});

it.each<[what: string, sent: string | Buffer, kept: unknown]>([
  ['text', '{"amount":1,"x":2}', { amount: 1, x: '…' }],
  ['bytes', Buffer.from('{"note":"4242424242424242"}'), { note: '•••• 4242' }],
  ['what is no JSON', '{"amount":', null],
  ['what is too long to be read', `{"amount":1${' '.repeat(65_536)}}`, null],
])('of a body that nobody has parsed: %s', (_what, sent, kept) => {
  expect(keptText(sent, shape)).toEqual(kept);
});
