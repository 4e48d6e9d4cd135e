import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentOf } from '../../../tests/fixtures/payments.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { accountKey, type Book, formatAccount } from '../../core/ledger/accounts.ts';
import { formatSubject } from '../../core/ledger/subject.ts';
import { assertValidDraft, type TransferDraft } from '../../core/ledger/transfer.ts';
import { feeOf } from './fees/fee-rule.ts';
import type { Payment } from './payment.ts';
import {
  captureDrafts,
  chargebackAccounts,
  chargebackDrafts,
  failedRefundDrafts,
  feeToReturn,
  lateCaptureDrafts,
  refundDrafts,
  type Source,
} from './postings.ts';

const card: Source = { method: 'card', outside: 'card' };
const online: Source = { method: 'onlinewallet', outside: 'onlinewallet' };
const wallet: Source = { method: 'wallet', customerHolderId: 9n };

/** `holder:from → holder:to amount code` */
const lines = (drafts: TransferDraft[]): string[] =>
  drafts.map(
    ({ from, to, amount, code }) =>
      `${from.holderId}:${formatAccount(from)} → ${to.holderId}:${formatAccount(to)} ${amount} ${code}`,
  );

/** The net change of each account; accounts without a change are left out. */
function netOf(drafts: readonly TransferDraft[]): Record<string, bigint> {
  const net: Record<string, bigint> = {};
  for (const { from, to, amount } of drafts) {
    net[accountKey(from)] = (net[accountKey(from)] ?? 0n) - amount;
    net[accountKey(to)] = (net[accountKey(to)] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(net).filter(([, gained]) => gained !== 0n));
}

/** Each draft is valid under the transfer rules, and all posting keys differ. */
function expectSound(drafts: readonly TransferDraft[]): void {
  for (const draft of drafts) assertValidDraft(draft);
  const keys = drafts.map(
    ({ from, subject, code, line }) => `${from.holderId}/${from.mode}/${formatSubject(subject)}/${code}/${line}`,
  );
  expect(new Set(keys).size).toBe(keys.length);
}

const shop = paymentOf({ holderId: 2n, amount: 1_000n });
const order = paymentOf({ holderId: 2n, amount: 1_000n, orderId: 5n });

describe('docs/ledger.md, "What is posted": a payment', () => {
  it.each<[string, Payment, Source, bigint, string[]]>([
    ['by card', shop, card, 0n, ['2:outside:card → 2:wallet 1000 payment']],
    [
      'by online wallet, with a fee',
      shop,
      online,
      29n,
      ['2:outside:onlinewallet → 2:wallet 1000 payment', '2:wallet → 2:fees 29 payment_fee'],
    ],
    [
      'from a wallet, with a fee',
      shop,
      wallet,
      29n,
      ['9:wallet → 9:transit 1000 payment', '2:transit → 2:wallet 1000 payment', '2:wallet → 2:fees 29 payment_fee'],
    ],
    ['of an order, by card', order, card, 0n, ['2:outside:card → 2:clearing 1000 payment']],
    [
      'of an order, from a wallet',
      order,
      wallet,
      0n,
      ['9:wallet → 9:transit 1000 payment', '2:transit → 2:clearing 1000 payment'],
    ],
  ])('%s', (_name, payment, source, fee, expected) => {
    const drafts = captureDrafts(payment, source, fee);
    expect(lines(drafts)).toEqual(expected);
    expectSound(drafts);
    expect(new Set(drafts.map(({ subject }) => formatSubject(subject)))).toEqual(new Set([`payment:${payment.id}`]));
  });
});

describe('docs/ledger.md, "What is posted": what goes back', () => {
  const refund = { id: 'ref_1', amount: 400n, feeReturned: 11n };

  it.each<[string, Source, string[]]>([
    ['to a card', card, ['2:fees → 2:wallet 11 refund_fee', '2:wallet → 2:outside:card 400 refund']],
    [
      'to a wallet',
      wallet,
      ['2:fees → 2:wallet 11 refund_fee', '2:wallet → 2:transit 400 refund', '9:transit → 9:wallet 400 refund'],
    ],
  ])('a refund %s: the fee returns first', (_name, source, expected) => {
    expect(lines(refundDrafts(shop, source, refund))).toEqual(expected);
  });

  it('a refund that failed: everything taken back, the fee last', () => {
    expect(lines(failedRefundDrafts(shop, card, refund))).toEqual([
      '2:outside:card → 2:wallet 400 refund_failed',
      '2:wallet → 2:fees 11 refund_fee_failed',
    ]);
  });

  it('money that came too late: in, and straight out, in the currency it came in', () => {
    const drafts = lateCaptureDrafts(shop, 'card', { attemptId: 'att_1', amount: 7n, currency: 'USD' });
    expect(lines(drafts)).toEqual([
      '2:outside:card → 2:wallet 7 late_capture',
      '2:wallet → 2:outside:card 7 late_capture_return',
    ]);
    expect(drafts.every(({ from }) => from.currency === 'USD')).toBe(true);
    expectSound(drafts);
  });
});

describe('docs/ledger.md, "What is posted": a chargeback', () => {
  const dispute = { disputeId: 'dp_1', amount: 1_000n, currency: 'EUR', turn: 0 };
  const rest = (amount: bigint) => [
    `1:advances → 1:transit ${amount} chargeback_advance`,
    `2:transit → 2:outside:card ${amount} chargeback_advance`,
    `2:debts → 2:debt ${amount} chargeback_debt`,
  ];

  it.each<[string, Payment, bigint, string[]]>([
    ['covered', shop, 5_000n, ['2:wallet → 2:outside:card 1000 chargeback']],
    ['just covered', shop, 1_000n, ['2:wallet → 2:outside:card 1000 chargeback']],
    ['short by one', shop, 999n, ['2:wallet → 2:outside:card 999 chargeback', ...rest(1n)]],
    ['with an empty wallet', shop, 0n, rest(1_000n)],
    ['of an order', order, 400n, ['2:clearing → 2:outside:card 400 chargeback', ...rest(600n)]],
  ])('%s', (_name, payment, available, expected) => {
    expect(lines(chargebackDrafts(payment, 'card', dispute, available))).toEqual(expected);
  });

  it('takes exactly what was disputed, keeps transit even and touches only the accounts it names', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(0n, 10n ** 15n), (amount, available) => {
        const drafts = chargebackDrafts(shop, 'card', { ...dispute, amount }, available);
        expectSound(drafts);
        const net = netOf(drafts);
        const key = (holderId: bigint, name: string) =>
          accountKey(accountAt({ holderId, mode: shop.mode, currency: 'EUR' }, name));
        const owed = amount > available ? amount - available : 0n;
        expect(net[key(2n, 'outside:card')]).toBe(amount);
        expect(net[key(2n, 'wallet')] ?? 0n).toBe(owed - amount);
        expect((net[key(1n, 'transit')] ?? 0n) + (net[key(2n, 'transit')] ?? 0n)).toBe(0n);
        expect(net[key(1n, 'advances')] ?? 0n).toBe(-owed);
        expect(net[key(2n, 'debt')] ?? 0n).toBe(owed);
        const named = new Set(chargebackAccounts(shop, 'card', 'EUR').map(accountKey));
        for (const { from, to } of drafts) for (const end of [from, to]) expect(named).toContain(accountKey(end));
      }),
    );
  });
});

describe('fees', () => {
  const amounts = fc.bigInt(1n, 10n ** 15n);

  /** Applies refunds in order, some of which fail, then refunds the rest. @returns the fee returned in total. */
  function refundInTurn(amount: bigint, fee: bigint, steps: readonly { share: number; fails: boolean }[]) {
    let refundedAmount = 0n;
    let returned = 0n;
    const kept: { refund: bigint; part: bigint; fails: boolean }[] = [];
    for (const { share, fails } of [...steps, { share: 1, fails: false }]) {
      const last = kept.length === steps.length;
      if (last) {
        for (const { refund, part } of kept.filter((one) => one.fails)) {
          refundedAmount -= refund;
          returned -= part;
        }
      }
      const left = amount - refundedAmount;
      const refund = last ? left : (left * BigInt(Math.floor(share * 1e6))) / 1_000_000n;
      const part =
        refund === 0n ? 0n : feeToReturn({ amount, capturedAmount: null, fee, refundedAmount }, refund, returned);
      expect(part >= 0n && part <= refund).toBe(true);
      refundedAmount += refund;
      returned += part;
      expect(returned <= fee).toBe(true);
      kept.push({ refund, part, fails });
    }
    return { refundedAmount, returned, last: kept.at(-1) };
  }

  const basisPoints = fc.integer({ min: 0, max: 10_000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it('return in proportion, never too much, and wholly with the last refund', () => {
    const steps = fc.array(fc.record({ share, fails: fc.constant(false) }), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, basisPoints, steps, (amount, bp, turns) => {
        const fee = feeOf(amount, { basisPoints: bp, fixed: 0n });
        expect(refundInTurn(amount, fee, turns)).toMatchObject({ refundedAmount: amount, returned: fee });
      }),
    );
  });

  it('nor too much when refunds in between fail', () => {
    const steps = fc.array(fc.record({ share, fails: fc.boolean() }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.bigInt(1n, 10_000n), basisPoints, steps, (amount, bp, turns) => {
        const fee = feeOf(amount, { basisPoints: bp, fixed: 0n });
        const { refundedAmount, returned, last } = refundInTurn(amount, fee, turns);
        expect(refundedAmount).toBe(amount);
        // A refund never returns more fee than its own amount; only then may some of the fee be kept.
        expect(returned === fee || last?.part === last?.refund).toBe(true);
      }),
    );
  });

  it('of a refund that failed between two others comes back with the next', () => {
    const paid = { amount: 1_000n, capturedAmount: null, fee: 29n, refundedAmount: 600n };
    expect(feeToReturn(paid, 400n, 18n)).toBe(11n);
  });

  it('counts what was captured', () => {
    const paid = { amount: 5_000n, capturedAmount: 1_000n, fee: 29n, refundedAmount: 600n };
    expect(feeToReturn(paid, 400n, 18n)).toBe(11n);
  });
});

describe('what goes back mirrors what came', () => {
  const source = fc.constantFrom(card, online, wallet);
  const payment = fc.constantFrom(shop, order);

  it('a full refund undoes a capture, account by account', () => {
    fc.assert(
      fc.property(
        payment,
        source,
        fc.bigInt(1n, 10n ** 15n),
        fc.integer({ min: 0, max: 10_000 }),
        (of, by, amount, bp) => {
          const paid = { ...of, amount, fee: feeOf(amount, { basisPoints: bp, fixed: 0n }) };
          // The fee of an order is not posted with its payment.
          const feeReturned = paid.orderId === null ? feeToReturn(paid, amount, 0n) : 0n;
          const refund = { id: 'ref_1', amount, feeReturned };
          const drafts = [...captureDrafts(paid, by, paid.fee), ...refundDrafts(paid, by, refund)];
          expectSound(drafts);
          expect(netOf(drafts)).toEqual({});
        },
      ),
    );
  });

  it('a refund that failed undoes the refund, account by account', () => {
    fc.assert(
      fc.property(
        payment,
        source,
        fc.bigInt(1n, 10n ** 15n),
        fc.bigInt(0n, 10n ** 6n),
        (of, by, amount, feeReturned) => {
          const refund = { id: 'ref_1', amount, feeReturned };
          const drafts = [...refundDrafts(of, by, refund), ...failedRefundDrafts(of, by, refund)];
          expectSound(drafts);
          expect(netOf(drafts)).toEqual({});
        },
      ),
    );
  });

  it('every book balances by itself, and all transit together', () => {
    const drafts = [
      ...captureDrafts(shop, wallet, 29n),
      ...refundDrafts(shop, wallet, { id: 'r', amount: 5n, feeReturned: 1n }),
    ];
    const perBook = new Map<Book['holderId'], bigint>();
    let transit = 0n;
    for (const { from, to, amount } of drafts) {
      perBook.set(from.holderId, (perBook.get(from.holderId) ?? 0n) - amount);
      perBook.set(to.holderId, (perBook.get(to.holderId) ?? 0n) + amount);
      if (formatAccount(from) === 'transit') transit -= amount;
      if (formatAccount(to) === 'transit') transit += amount;
    }
    expect([[...perBook.values()], transit]).toEqual([[0n, 0n], 0n]);
  });
});
