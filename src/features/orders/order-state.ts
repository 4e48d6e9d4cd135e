/**
 * The two state machines of an order as frozen tables (docs/contract/partner.md, "Order states"). Nothing else may
 * decide which transition is possible.
 */
export type PaymentStatus = 'pending' | 'authorized' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled';

export type SettlementStatus =
  | 'unsettled'
  | 'awaiting_funds'
  | 'on_hold'
  | 'settled'
  | 'partially_reversed'
  | 'reversed'
  | 'void';

type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

function frozen<State extends string>(table: Transitions<State>): Transitions<State> {
  for (const targets of Object.values(table)) Object.freeze(targets);
  return Object.freeze(table);
}

export const paymentTransitions = frozen<PaymentStatus>({
  // A refund does not say that the company has the money: until that is confirmed, the order has no `paidAt`.
  pending: ['authorized', 'paid', 'partially_refunded', 'refunded', 'cancelled'],
  // An authorization that ends without a capture leads back.
  authorized: ['paid', 'pending', 'cancelled'],
  paid: ['partially_refunded', 'refunded'],
  // A refund that fails after it succeeded leads back.
  partially_refunded: ['refunded', 'paid'],
  refunded: ['partially_refunded', 'paid'],
  cancelled: [],
});

export const settlementTransitions = frozen<SettlementStatus>({
  unsettled: ['awaiting_funds', 'on_hold', 'settled', 'void'],
  awaiting_funds: ['on_hold', 'settled', 'void'],
  on_hold: ['unsettled', 'awaiting_funds', 'void'],
  settled: ['partially_reversed', 'reversed'],
  // A refund that fails after it succeeded leads back.
  partially_reversed: ['reversed', 'settled'],
  reversed: ['partially_reversed', 'settled'],
  void: ['unsettled'],
});

export const initialPaymentStatus: PaymentStatus = 'pending';
export const initialSettlementStatus: SettlementStatus = 'unsettled';

/** The states with a transition to `to`. */
export function settlementOrigins(to: SettlementStatus): SettlementStatus[] {
  return (Object.keys(settlementTransitions) as SettlementStatus[]).filter((from) =>
    settlementTransitions[from].includes(to),
  );
}

/** Whether the shares were credited, even if they have been reversed since. */
export const isSettled = (status: SettlementStatus): boolean =>
  status === 'settled' || status === 'partially_reversed' || status === 'reversed';
