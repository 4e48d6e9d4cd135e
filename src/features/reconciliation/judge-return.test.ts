/** What it means that money came in and its line names a payout of ours. */
import { describe, expect, it } from 'vitest';
import { newPublicId } from '../../base/database/public-id.ts';
import { bankReference } from '../bank-files/references.ts';
import type { PayoutStatus } from '../payouts/payout.ts';
import { judgeCollectiveReturn, judgeReturn, judgeReturns, referencesIn } from './judge-return.ts';
import { possibleIds } from './named-ids.ts';

describe('an id in a text', () => {
  const ids = [1n, 42n, 10n ** 9n, 2n ** 63n - 1n].map((holderId) => newPublicId('po', holderId));
  it.each(ids)('%s is found as banks write it', (id) => {
    const written = [
      id,
      bankReference(id),
      bankReference(id).toUpperCase(),
      `EREF+${bankReference(id)}SVWZ+x`,
      `Popo ${id.slice(0, 9)} ${id.slice(9, 20)}-${id.slice(20)}.`,
    ];
    for (const text of written) expect(possibleIds(text, 'po')).toContain(bankReference(id).toLowerCase());
  });

  it('no part of one is an id, and neither is a text without one', () => {
    const id = bankReference(newPublicId('po', 7n));
    expect(possibleIds(id.slice(0, -1), 'po')).toEqual([]);
    expect(possibleIds('PAYPOINT 42', 'po')).toEqual([]);
  });
});

it.each<[string, [amount: bigint, charges: bigint | null], [PayoutStatus, returnId?: bigint], string]>([
  ['what was sent', [970n, null], ['sent'], 'proven'],
  ['after the bank had paid', [970n, null], ['completed'], 'proven'],
  ['before it was marked as sent', [970n, null], ['approved'], 'proven'],
  ['less the charges that the file states', [955n, 15n], ['sent'], 'proven'],
  ['all of it, whatever charges are stated beside', [970n, 15n], ['sent'], 'proven'],
  ['less without a word of charges', [955n, null], ['sent'], 'other_amount'],
  ['less, and other charges', [955n, 14n], ['sent'], 'other_amount'],
  ['more, and charges below 0', [985n, -15n], ['sent'], 'other_amount'],
  ['failed by hand, and no line yet', [955n, 15n], ['failed', 3n], 'proven'],
  ['failed, and another line is its return', [970n, null], ['failed'], 'returned_before'],
  ['requested', [970n, null], ['requested'], 'not_sent'],
  ['canceled', [970n, null], ['cancelled'], 'not_sent'],
  ['rejected', [970n, null], ['rejected'], 'not_sent'],
])('%s', (_name, [amount, charges], [status, returnId = null], finding) => {
  expect(judgeReturn({ amount, charges }, { status, net: 970n, returnId })).toBe(finding);
});

const payoutOf = (holderId: bigint, changes: { status?: PayoutStatus; currency?: string } = {}) => {
  const id = newPublicId('po', holderId);
  const reference = bankReference(id).toLowerCase();
  return { id, reference, status: 'sent' as PayoutStatus, currency: 'EUR', net: 970n, returnId: null, ...changes };
};
const [one, other, ended] = [payoutOf(7n), payoutOf(8n), payoutOf(9n, { status: 'cancelled' })];
const line = { id: 1n, amount: 970n, currency: 'EUR', charges: null, reference: 'RETURN', endToEndId: one.id };

it('only money that came in, of one payout and in its currency', () => {
  const judged = (changes: Partial<typeof line>) => {
    const found = judgeReturns([{ ...line, ...changes }], [one, other, ended]).get(1n);
    return found && `${found.payout === one ? 'one' : 'other'} ${found.finding}`;
  };
  expect(referencesIn(line)).toContain(one.reference);
  expect(judged({})).toBe('one proven');
  expect(judged({ currency: 'USD' })).toBe('one other_amount');
  expect(judged({ currency: 'USD', endToEndId: ended.id })).toBe('other not_sent');
  expect(judged({ reference: other.id })).toBeUndefined();
  expect(judged({ amount: -970n })).toBeUndefined();
  expect(judged({ endToEndId: '' })).toBeUndefined();
});

describe('several came back with one line', () => {
  type Line = Parameters<typeof judgeCollectiveReturn>[0];
  const payment = (text: string, endToEndId: string | null = null) => ({
    ...{ amount: null, text, endToEndId, name: null, account: null },
  });
  const dollars = payoutOf(10n, { currency: 'USD' });
  const both = `${one.id} ${other.id}`;

  it.each<[string, Partial<Line>, boolean]>([
    ['that names each', { reference: both }, true],
    ['less what the file says the bank kept', { reference: both, amount: 1_930n, charges: 10n }, true],
    ['less a unit', { reference: both, amount: 1_939n }, false],
    ['of which one never left', { reference: `${one.id} ${ended.id}` }, false],
    ['of which one has another currency', { reference: `${one.id} ${dollars.id}` }, false],
    ['in another currency', { reference: both, currency: 'USD' }, false],
    ['that went out', { reference: both, amount: -1_940n }, false],
    ['whose payments name each', { details: { count: 2, payments: [payment(one.id), payment('', other.id)] } }, true],
    ['with a payment that names none', { details: { count: 2, payments: [payment(one.id), payment('x')] } }, false],
  ])('%s: %s', (_name, changes, isProven) => {
    const known = new Map([one, other, ended, dollars].map((payout) => [payout.reference, payout]));
    const collective: Line = { ...line, amount: 1_940n, endToEndId: null, details: null, ...changes };
    expect(judgeCollectiveReturn(collective, known)?.map(({ id }) => id)).toEqual(
      isProven ? [one.id, other.id] : undefined,
    );
  });
});
