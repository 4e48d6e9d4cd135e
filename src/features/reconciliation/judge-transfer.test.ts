/** What a line of money that came in is for, and which credit one that went out takes back. */
import { describe, expect, it } from 'vitest';
import type { PaymentTransfer } from '../bank-transfers/payment-transfer.ts';
import type { CashReference } from '../cash/cash-references.repository.ts';
import type { TopUp } from '../wallets/top-ups.repository.ts';
import { newReference } from '../wallets/transfer-reference.ts';
import { allotTransfers } from './allot-transfers.ts';
import { judgeTakeBack } from './judge-take-back.ts';
import { allReferencesOf, byReference, findExpected, judgeTransfer } from './judge-transfer.ts';

const [refA, refB, refC] = [3, 11, 7].map((pick) => newReference(() => pick)) as [string, string, string];
const topUp = (reference: string | null, changes: Partial<TopUp> = {}) =>
  ({ id: `top_${reference}`, reference, status: 'pending', currency: 'EUR', amount: 1_000n, ...changes }) as TopUp;
const waitingFor = (reference: string, changes: Partial<PaymentTransfer> = {}) =>
  ({
    ...{ paymentId: `pay_${reference}`, reference, amount: 1_000n, currency: 'EUR', status: 'created', paidBy: null },
    ...{ isClosed: false, parts: [], ...changes },
  }) as unknown as PaymentTransfer;
const line = (reference: string, changes: object = {}) => ({
  ...{ id: 1n, currency: 'EUR', amount: 1_000n, reference, details: null, ...changes },
});

it.each<[string, string, Partial<TopUp>, string]>([
  ['what it waits for', refA, {}, 'expected'],
  ['another amount', refA, { amount: 1_001n }, 'other_amount'],
  ['another currency', refA, { currency: 'USD' }, 'other_currency'],
  ['one that has expired', refA, { status: 'expired' }, 'ended'],
  ['one that has expired, of another amount', refA, { status: 'expired', amount: 1n }, 'ended'],
  ['one that has expired, in another currency', refA, { status: 'expired', currency: 'USD' }, 'other_currency'],
  ['one that has its money', refA, { status: 'succeeded' }, 'received'],
  ['one that has its money, in another currency', refA, { status: 'succeeded', currency: 'USD' }, 'received'],
  ['a reference of no top-up', refC, {}, 'unknown'],
  ['no reference', 'thanks', {}, 'unknown'],
])('a line names %s', (_name, text, changes, finding) => {
  const known = byReference([topUp(refA, changes), topUp(refB), topUp(null)], [], []);
  const judged = judgeTransfer(line(text), known);
  expect([judged.finding, judged.topUp?.reference]).toEqual([finding, text === refA ? refA : undefined]);
  expect(judgeTransfer(line(`${refA} ${refB}`), known)).toMatchObject({ finding: 'several', topUp: undefined });
});

it.each<[string, string, object, string, string | undefined]>([
  ['of any amount', refB, { amount: 999n }, 'expected', refB],
  ['not in another currency', refB, { currency: 'USD' }, 'other_currency', refB],
  ['not with the reference of a top-up beside it', `${refA} ${refB}`, {}, 'several', undefined],
  ['not of two payees', `${refB} ${refC}`, {}, 'several', undefined],
])('a line hands cash over %s', (_name, text, changes, finding, reference) => {
  const cash = [refB, refC].map((one) => ({ reference: one, currency: 'EUR' }) as CashReference);
  const known = byReference([topUp(refA)], cash, []);
  const judged = judgeTransfer(line(text, changes), known);
  expect([judged.finding, judged.cash?.reference, judged.topUp]).toEqual([finding, reference, undefined]);
  const found = findExpected([line(text, changes)], known);
  expect(found.map((one) => one.cash?.reference)).toEqual(finding === 'expected' ? [reference] : []);
});

it.each<[string, Partial<PaymentTransfer>, object, string]>([
  ['waits for it, of any amount', {}, { amount: 1n }, 'expected'],
  ['waits for another currency', { currency: 'USD' }, {}, 'other_currency'],
  ['is being paid another way', { status: 'processing' }, {}, 'under_way'],
  ['has expired', { status: 'expired' }, {}, 'ended'],
  ['was canceled', { status: 'cancelled' }, {}, 'ended'],
  ['is of a closed account', { isClosed: true }, {}, 'ended'],
  ['was paid by transfer before', { status: 'succeeded', paidBy: 'bank_transfer' }, {}, 'received'],
  [
    'it paid, with more than was asked for',
    { status: 'succeeded', paidBy: 'bank_transfer' },
    { isMatched: true },
    'too_much',
  ],
  ['was paid by transfer, and refunded', { status: 'refunded', paidBy: 'bank_transfer' }, {}, 'received'],
  ['was paid another way', { status: 'succeeded', paidBy: 'card' }, {}, 'paid_otherwise'],
  [
    'was paid another way, in another currency',
    { status: 'succeeded', paidBy: 'card', currency: 'USD' },
    {},
    'paid_otherwise',
  ],
])('a line names a payment that %s', (_name, changes, facts, finding) => {
  const known = byReference([topUp(refA)], [], [waitingFor(refB, changes), waitingFor(refC)]);
  const judged = judgeTransfer(line(refB, facts), known);
  expect([judged.finding, judged.payment?.reference, judged.topUp]).toEqual([finding, refB, undefined]);
  // Payments have their own rule.
  expect(findExpected([line(refB, facts)], known)).toEqual([]);
  for (const text of [`${refB} ${refC}`, `${refA} ${refB}`]) {
    expect(judgeTransfer(line(text, facts), known)).toMatchObject({ finding: 'several', payment: undefined });
  }
});

describe('of payments, a line', () => {
  const part = (amount: bigint) => ({ amount }) as PaymentTransfer['parts'][number];
  type Line = ReturnType<typeof line>;
  const allotted = (lines: readonly Line[], payments: readonly PaymentTransfer[]) =>
    allotTransfers(lines as Parameters<typeof allotTransfers>[0], byReference([topUp(refA)], [], payments)).map(
      ({ line: { id }, payment, amount, completes }) => [id, payment.reference, amount, completes],
    );
  const collective = { details: { count: 2, payments: [] } };

  it.each<[string, object[], PaymentTransfer[], unknown[]]>([
    ['is all of it', [{}], [waitingFor(refB)], [[1n, refB, 1_000n, true]]],
    ['is a part', [{ amount: 400n }], [waitingFor(refB)], [[1n, refB, 400n, false]]],
    ['is the rest', [{ amount: 400n }], [waitingFor(refB, { parts: [part(600n)] })], [[1n, refB, 400n, true]]],
    ['above it is for its amount', [{ amount: 1_001n }], [waitingFor(refB)], [[1n, refB, 1_000n, true]]],
    [
      'before another completes it, the first by its id first',
      [{ id: 2n, amount: 700n }, { amount: 400n }],
      [waitingFor(refB)],
      [
        [1n, refB, 400n, false],
        [2n, refB, 600n, true],
      ],
    ],
    [
      'that is exactly what is missing counts alone',
      [{ amount: 400n }, { id: 2n, amount: 1_000n }],
      [waitingFor(refB)],
      [[2n, refB, 1_000n, true]],
    ],
    [
      'behind a complete payment is nothing of it',
      [{ amount: 600n }, { id: 2n, amount: 500n }, { id: 3n, amount: 5n }],
      [waitingFor(refB)],
      [
        [1n, refB, 600n, false],
        [2n, refB, 400n, true],
      ],
    ],
    ['that is collective is a person’s', [collective], [waitingFor(refB)], []],
    ['that waits no more is nothing', [{}], [waitingFor(refB, { status: 'expired' })], []],
    ['in another currency is nothing', [{ currency: 'USD' }], [waitingFor(refB)], []],
    ['with an unknown reference beside it is a person’s', [{ reference: `${refB} ${refC}` }], [waitingFor(refB)], []],
    ['of a top-up is none', [{ reference: refA }], [waitingFor(refB)], []],
  ])('%s', (_name, changes, payments, expected) => {
    expect(
      allotted(
        changes.map((one) => line(refB, one)),
        payments,
      ),
    ).toEqual(expected);
  });
});

describe('money is expected', () => {
  const payment = (amount: string | null, text: string, endToEndId: string | null = null) => ({
    ...{ amount, text, endToEndId, name: null, account: null },
  });
  const both = { amount: 3_000n };
  const of = (...payments: object[]) => ({ ...both, details: { count: payments.length, payments } });
  const [a, b, c] = [topUp(refA), topUp(refB, { amount: 2_000n }), topUp(refC)];

  it.each<[string, object[], TopUp[], string[][]]>([
    ['by one', [line(refA)], [a], [[refA]]],
    ['by one, and the second line for it is another', [line(refA), line(refA, { id: 2n })], [a], [[refA]]],
    ['by none of this amount', [line(refA, { amount: 999n })], [a], []],
    ['by several whose references it has', [line(`${refA} ${refB}`, both)], [a, b], [[refA, refB]]],
    ['by several less a unit', [line(`${refA} ${refB}`, { amount: 2_999n })], [a, b], []],
    ['not less what the bank kept', [line(`${refA} ${refB}`, { amount: 2_990n, charges: 10n })], [a, b], []],
    ['by several of which one has its money', [line(`${refA} ${refB}`, both)], [a, { ...b, status: 'succeeded' }], []],
    [
      'by several of which one is in another currency',
      [line(`${refA} ${refB}`, both)],
      [a, { ...b, currency: 'USD' }],
      [],
    ],
    [
      'by the payments in it',
      [line('SUM', of(payment('1000', refA), payment('2000', '', refB)))],
      [a, b],
      [[refA, refB]],
    ],
    ['not by payments of other amounts', [line('SUM', of(payment('2000', refA), payment('1000', refB)))], [a, b], []],
    [
      'once: a later line that shares one waits',
      [line(`${refA} ${refB}`, both), line(`${refA} ${refC}`, { id: 2n, amount: 2_000n }), line(refC, { id: 3n })],
      [a, b, c],
      [[refA, refB], [refC]],
    ],
  ])('%s', (_name, lines, topUps, expected) => {
    const found = findExpected(lines as Parameters<typeof findExpected>[0], byReference(topUps, [], []));
    expect(found.map((one) => one.topUps.map(({ reference }) => reference))).toEqual(expected);
  });

  it('and the references of a line are its own and those of each payment', () => {
    const details = { count: 2, payments: [payment(null, refB), payment(null, 'x', refC)] };
    expect(allReferencesOf({ ...line(refA), details })).toEqual([[refA], [refB], [refC]]);
  });
});

describe('a line takes a credit back', () => {
  const out = { currency: 'EUR', amount: -1_000n, matchedAmount: 0n };
  const found = (by: 'name' | 'end_to_end_id' | 'account', changes: object = {}) => ({
    ...{ by, id: 'top_1', currency: 'EUR', amount: 1_000n, canBeTaken: true, isWhole: false, ...changes },
  });
  it.each<[string, object, ReturnType<typeof found>[], string | undefined]>([
    ['that it names', {}, [found('name')], 'top_1'],
    ['in part', { amount: -999n }, [found('name')], 'top_1'],
    ['not more than it', { amount: -1_001n }, [found('name')], undefined],
    ['more than it, if that came with it', { amount: -1_001n }, [found('name', { isWhole: true })], 'top_1'],
    ['not in another currency', { currency: 'USD' }, [found('name')], undefined],
    ['not one that is taken back', {}, [found('name', { canBeTaken: false })], undefined],
    ['not where it came in', { amount: 1_000n }, [found('name')], undefined],
    ['not where a part of it is something else', { matchedAmount: -1n }, [found('name')], undefined],
    ['by the strongest ground', {}, [found('account', { id: 'top_2' }), found('name')], 'top_1'],
    [
      'by the end-to-end id before the account',
      {},
      [found('account'), found('end_to_end_id', { id: 'top_2' })],
      'top_2',
    ],
    ['found twice', {}, [found('account'), found('account')], 'top_1'],
    ['not of two', {}, [found('account'), found('account', { id: 'top_2' })], undefined],
    [
      'not where the strongest ground is of another',
      {},
      [found('name', { canBeTaken: false }), found('account')],
      undefined,
    ],
    ['that nothing speaks of', {}, [], undefined],
  ])('%s', (_name, changes, takeable, expected) => {
    expect(judgeTakeBack({ ...out, ...changes }, takeable)?.id).toBe(expected);
  });
});
