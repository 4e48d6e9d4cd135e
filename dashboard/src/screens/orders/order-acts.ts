/** What may be done with an order in its present state. The service decides again. */
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { sumIn } from '../../ui/sums.ts';

export const orderActs = ['capture', 'refund', 'reverse', 'release', 'hold', 'confirm', 'cancel'] as const;
export type OrderAct = (typeof orderActs)[number];

export const holdReasonLengthMax = 255;

/** The settlement states of an order that may still settle. */
export const settleable = ['unsettled', 'awaiting_funds', 'on_hold'];

export function mayDo(act: OrderAct, order: OrderInFull, trace?: OrderTrace): boolean {
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
      return payment === 'pending' || isHeld(payment, trace);
    case 'capture':
      return isHeld(payment, trace);
    case 'refund':
      return (
        payment !== 'cancelled' &&
        payment !== 'refunded' &&
        (isCollected || (payment !== 'pending' && payment !== 'authorized'))
      );
    case 'reverse':
      return trace !== undefined && mayReverse(order, trace);
  }
}

/** Its payment is authorized, and no capture of it under way. */
const isHeld = (payment: OrderInFull['payment_status'], trace: OrderTrace | undefined): boolean =>
  payment === 'authorized' &&
  !trace?.payments.some(
    ({ status, capture }) => status === 'authorized' && (capture?.requested_amount ?? null) !== null,
  );

/** Something is charged back that no reversal has passed on, and a party has a share left. */
function mayReverse({ currency, refunds }: OrderInFull, { payments, splits }: OrderTrace): boolean {
  const reversals = refunds.filter(({ kind, status }) => kind === 'reversal' && status === 'succeeded');
  const chargedBack = sumIn(payments, currency, (payment) => payment.charged_back_amount);
  return chargedBack > sumIn(reversals, currency, ({ amount }) => amount) && splits.some(({ left }) => left > 0);
}

/**
 * A share without a payee, whether it names none or a link that the company does not have. A restaurant's share of a
 * shadow order is given by a claim instead.
 */
export const mayAssign = (order: OrderInFull, { splits }: Pick<OrderTrace, 'splits'>, place: number): boolean => {
  const split = splits[place];
  if (split === undefined || !settleable.includes(order.settlement_status)) return false;
  const namesNone =
    split.beneficiary_ref === null &&
    split.beneficiary_type !== 'partner' &&
    !(order.is_shadow && split.beneficiary_type === 'merchant');
  return split.needs_payee || namesNone;
};
