import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, ledgerAccount } from '../../core/ledger/accounts.ts';
import type { TransferCode } from '../../core/ledger/transfer.ts';
import { buildChain, type Step, shownMax } from './trace.ts';

const at = new Date('2031-03-01T12:00:00Z');
const step = (code: TransferCode, from: Account, to: Account, amount: bigint, changes: Partial<Step> = {}): Step => ({
  ...{ holderId: 3n, from, to, currency: 'EUR', amount, code, count: 1, transferId: 1n, firstAt: at, lastAt: at },
  ...changes,
});

const { clearing, commission, earnings, outside, fees, wallet, transit, payoutsPending, linkCash, cash } =
  ledgerAccount;
const card = outside('card');
const bank = outside('bank');
const settled = [
  step('payment', card, clearing, 2_500n),
  step('settlement', clearing, earnings(4n), 1_820n),
  step('settlement', clearing, earnings(5n), 300n),
  step('settlement', clearing, commission, 380n),
];

/** Where money is held, and where it came from, by node. */
const heldIn = (steps: readonly Step[]): Record<string, bigint> =>
  Object.fromEntries(buildChain(steps).nodes.flatMap(({ key, held }) => (held === 0n ? [] : [[key, held]])));

const cases: [string, Step[], Record<string, bigint>][] = [
  [
    'paid by card and settled',
    settled,
    {
      'EUR/3/in:outside:card': -2_500n,
      'EUR/3/earnings:4': 1_820n,
      'EUR/3/earnings:5': 300n,
      'EUR/3/commission': 380n,
    },
  ],
  [
    'and paid out',
    [
      ...settled,
      { ...step('payout', earnings(4n), clearing, 1_820n), to: { kind: 'payout', id: 'po_1', linkId: null } },
    ],
    {
      'EUR/3/in:outside:card': -2_500n,
      'EUR/3/payout:po_1': 1_820n,
      'EUR/3/earnings:5': 300n,
      'EUR/3/commission': 380n,
    },
  ],
  [
    'refunded before it settled',
    [step('payment', card, clearing, 2_500n), step('refund', clearing, card, 2_500n)],
    { 'EUR/3/in:outside:card': -2_500n, 'EUR/3/out:outside:card': 2_500n },
  ],
  [
    'refunded after it settled',
    [
      ...settled,
      step('reversal', earnings(4n), clearing, 1_820n),
      step('reversal', commission, clearing, 80n),
      step('refund', clearing, card, 1_900n),
    ],
    {
      'EUR/3/in:outside:card': -2_500n,
      'EUR/3/out:outside:card': 1_900n,
      'EUR/3/earnings:5': 300n,
      'EUR/3/commission': 300n,
    },
  ],
  [
    'a wallet pays a shop: two books, one place between them',
    [
      step('payment', wallet, transit, 1_000n, { holderId: 9n }),
      step('payment', transit, wallet, 1_000n),
      step('payment_fee', wallet, fees, 30n),
    ],
    { 'EUR/9/wallet': -1_000n, 'EUR/3/wallet': 970n, 'EUR/3/fees': 30n },
  ],
  [
    'paid in cash',
    [step('settlement', clearing, earnings(4n), 700n), step('cash_collected', cash, linkCash(4n), 1_000n)],
    { 'EUR/3/clearing': -700n, 'EUR/3/earnings:4': 700n, 'EUR/3/in:cash': -1_000n, 'EUR/3/cash:4': 1_000n },
  ],
  [
    'a payout that came back',
    [
      step('payout', wallet, payoutsPending, 500n),
      step('payout_sent', payoutsPending, bank, 500n),
      step('payout_returned', bank, payoutsPending, 500n),
      step('payout_returned', payoutsPending, wallet, 500n),
    ],
    { 'EUR/3/in:outside:bank': -500n, 'EUR/3/out:outside:bank': 500n },
  ],
  [
    'several currencies are several chains',
    [step('top_up', bank, clearing, 5n), step('top_up', bank, clearing, 5n, { currency: 'JPY' })],
    {
      'EUR/3/in:outside:bank': -5n,
      'EUR/3/clearing': 5n,
      'JPY/3/in:outside:bank': -5n,
      'JPY/3/clearing': 5n,
    },
  ],
];

describe('a chain', () => {
  it.each(cases)('%s', (_, steps, held) => expect(heldIn(steps)).toEqual(held));

  it('puts transfers of one kind between two accounts together', () => {
    const { edges } = buildChain([
      step('top_up', bank, clearing, 5n),
      step('top_up', bank, clearing, 7n, { count: 3 }),
    ]);
    expect(edges).toMatchObject([{ amount: 12n, count: 4, transferId: null, isMemo: false }]);
  });

  it('shows the largest of many accounts, and the others in one', () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      step('settlement', clearing, earnings(BigInt(n + 1)), BigInt(n + 1)),
    );
    const { nodes } = buildChain(many);
    const payees = nodes.filter(({ layer }) => layer === 1);
    expect(payees).toHaveLength(shownMax);
    const others = payees.find(({ place }) => place.kind === 'others');
    expect(others).toMatchObject({ place: { of: 'earnings', count: 40 - shownMax + 1 }, held: 435n });
  });
});

const places: Account[] = [clearing, wallet, commission, fees, transit, payoutsPending, card, bank, cash, linkCash(4n)];
const everywhere = [...places, ...Array.from({ length: 30 }, (_, n) => earnings(BigInt(n + 1)))];
const anyStep = fc
  .record({
    from: fc.constantFrom(...everywhere),
    to: fc.constantFrom(...everywhere),
    amount: fc.bigInt(1n, 10n ** 15n),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    holderId: fc.constantFrom(3n, 9n),
  })
  .map(({ from, to, amount, ...changes }) => step('payment', from, to, amount, changes));

it('whatever moved, each currency of a chain is conserved, grouped or not', () => {
  fc.assert(
    fc.property(fc.array(anyStep), (steps) => {
      const { nodes, edges } = buildChain(steps);
      for (const currency of ['EUR', 'JPY', 'KWD']) {
        const sum = (of: readonly { currency: string; amount: bigint }[]) =>
          of.reduce((total, one) => (one.currency === currency ? total + one.amount : total), 0n);
        expect(sum(edges)).toBe(sum(steps));
        expect(sum(nodes.map(({ currency: of, held }) => ({ currency: of, amount: held })))).toBe(0n);
      }
      for (const node of nodes) {
        const into = edges.filter(({ to }) => to === node.key).reduce((total, { amount }) => total + amount, 0n);
        expect(into).toBe(node.cameIn);
        expect(node.held).toBe(node.cameIn - node.wentOut);
      }
    }),
  );
});
