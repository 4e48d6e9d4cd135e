/** The shapes of refunds in answers and events: of payments on interface A, of orders on interface B. */
import { type Static, Type } from 'typebox';
import { orderRefundFields } from '../orders/order-schemas.ts';
import { DecimalText } from '../payments/payment-schemas.ts';
import { Amount, Currency, Instant } from '../schemas/parts.ts';

export const RefundAnswer = Type.Object(
  {
    refund_id: Type.String(),
    refund_ref: Type.String(),
    token: Type.String({ description: "The payment's" }),
    status: Type.Enum(['pending', 'succeeded', 'failed']),
    amount: DecimalText,
    currency: Currency,
    reason: Type.String(),
    created_at: Instant,
  },
  { title: 'Refund' },
);
export type PresentedRefund = Static<typeof RefundAnswer>;

export const LedgerTransfer = Type.Object(
  {
    from: Type.String({ description: 'An account, such as clearing or earnings:12' }),
    to: Type.String(),
    amount: Amount,
    currency: Currency,
    code: Type.String(),
  },
  { title: 'LedgerTransfer' },
);
export type PresentedTransfer = Static<typeof LedgerTransfer>;

const withTransfers = { ...orderRefundFields, transfers: Type.Array(LedgerTransfer) };

export const OrderRefundWithTransfers = Type.Object(withTransfers, { title: 'OrderRefundWithTransfers' });

export const OrderRefundPreview = Type.Object(
  {
    ...withTransfers,
    refund_id: Type.Union([Type.String(), Type.Null()], { description: 'Null unless this refund exists already' }),
    dry_run: Type.Literal(true),
  },
  { title: 'OrderRefundPreview' },
);
