/** What may be done with an order in its present state. The service decides again. */
import type { Order } from './use-order.ts';

export const orderActs = ['refund', 'release', 'hold', 'confirm', 'cancel'] as const;
export type OrderAct = (typeof orderActs)[number];

const settleable = ['unsettled', 'awaiting_funds', 'on_hold'];

export function mayDo(act: OrderAct, order: Order): boolean {
  const { payment_status: payment, settlement_status: settlement, payment_method: method } = order;
  const isCollected = method !== 'service';
  switch (act) {
    case 'hold':
      return settlement === 'unsettled' || settlement === 'awaiting_funds';
    case 'release':
      return settlement === 'on_hold' && order.hold_reason !== 'unassigned_split';
    case 'confirm':
      return payment === 'pending' && isCollected;
    case 'cancel':
      return payment === 'pending';
    case 'refund':
      return payment !== 'cancelled' && payment !== 'refunded' && (payment !== 'pending' || isCollected);
  }
}

/** A share without a payee. A restaurant's share of a shadow order is given by a claim instead. */
export const mayAssign = (order: Order, place: number): boolean => {
  const split = order.splits[place];
  return (
    split !== undefined &&
    split.beneficiary_ref === null &&
    split.beneficiary_type !== 'partner' &&
    !(order.is_shadow && split.beneficiary_type === 'merchant') &&
    settleable.includes(order.settlement_status)
  );
};
