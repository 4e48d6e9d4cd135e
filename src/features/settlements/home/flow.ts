/** What moved in and out of clearing, in the words of a person who looks at it. Pure. */
import type { AccountKind } from '../../../core/ledger/accounts.ts';
import type { TransferCode } from '../../../core/ledger/transfer.ts';

/** Transfers between clearing and accounts of one kind, added up. */
export type ClearingSum = {
  currency: string;
  /** Into clearing. */
  cameIn: boolean;
  code: TransferCode;
  /** Kind of the account on the other side of clearing. */
  kind: AccountKind;
  linkType: 'merchant' | 'courier' | null;
  /** Minor units. */
  amount: bigint;
};

export const flowParts = [
  'top_ups',
  'payments',
  'merchants',
  'couriers',
  'commission',
  'taken_back',
  'refunds',
  'payouts',
  'disputes',
  'fees',
  'debt',
  'cash',
] as const;
type FlowPart = (typeof flowParts)[number];

type Flow = {
  currency: string;
  /** Clearing at the beginning and at the end. */
  opening: bigint;
  closing: bigint;
  moves: { direction: 'in' | 'out'; part: FlowPart; amount: bigint }[];
};

/** Between the outside, or another book, and clearing. */
const ofOutside: Partial<Record<TransferCode, FlowPart>> = {
  top_up: 'top_ups',
  top_up_reversed: 'top_ups',
  top_up_advance: 'debt',
  payment: 'payments',
  late_capture: 'payments',
  chargeback: 'disputes',
  chargeback_reversed: 'disputes',
  debt_recovery: 'debt',
  debt_repaid: 'debt',
};

/** From commission, or earnings, back to clearing. */
const intoClearing: Partial<Record<TransferCode, FlowPart>> = {
  commission_to_clearing: 'commission',
  cash_netting: 'cash',
};

export function partOf({ cameIn, code, kind, linkType }: Omit<ClearingSum, 'currency' | 'amount'>): FlowPart {
  if (kind === 'payouts_pending') return 'payouts';
  if (kind === 'fees') return 'fees';
  if (kind === 'earnings' || kind === 'commission') {
    if (cameIn) return intoClearing[code] ?? 'taken_back';
    if (kind === 'commission') return 'commission';
    return linkType === 'courier' ? 'couriers' : 'merchants';
  }
  return ofOutside[code] ?? 'refunds';
}

/** One flow per currency. @param closing the present clearing balances by currency. */
export function flowsOf(sums: readonly ClearingSum[], closing: ReadonlyMap<string, bigint>): Flow[] {
  const currencies = [...new Set([...closing.keys(), ...sums.map(({ currency }) => currency)])].sort();
  return currencies.map((currency) => {
    const moves: Flow['moves'] = [];
    let net = 0n;
    for (const sum of sums.filter((one) => one.currency === currency)) {
      const direction = sum.cameIn ? 'in' : 'out';
      const part = partOf(sum);
      net += sum.cameIn ? sum.amount : -sum.amount;
      const known = moves.find((move) => move.direction === direction && move.part === part);
      if (known === undefined) moves.push({ direction, part, amount: sum.amount });
      else known.amount += sum.amount;
    }
    moves.sort((a, b) => flowParts.indexOf(a.part) - flowParts.indexOf(b.part));
    const left = closing.get(currency) ?? 0n;
    return { currency, opening: left - net, closing: left, moves };
  });
}
