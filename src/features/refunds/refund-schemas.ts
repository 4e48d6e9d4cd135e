/** Schemas of refunds in answers and events: of payments on interface A, of orders on interface B. */
import { type Static, Type } from 'typebox';
import { Amount, Currency, Instant, PublicId, Text } from '../../base/schemas/parts.ts';
import { orderRefundFields } from '../orders/order-schemas.ts';
import { DecimalText } from '../payments/payment-schemas.ts';

export const RefundAnswer = Type.Object(
  {
    refund_id: PublicId('ref'),
    refund_ref: Text('refund-7'),
    token: PublicId('pay'),
    status: Type.Enum(['pending', 'succeeded', 'failed']),
    amount: DecimalText,
    currency: Currency,
    reason: Text('Damaged', 'Empty if none was given'),
    created_at: Instant,
  },
  { title: 'Refund' },
);
export type PresentedRefund = Static<typeof RefundAnswer>;

export const LedgerTransfer = Type.Object(
  {
    from: Text('earnings:12', 'An account of the ledger'),
    to: Text('clearing'),
    amount: Amount,
    currency: Currency,
    code: Text('refund'),
  },
  { title: 'LedgerTransfer' },
);
export type PresentedTransfer = Static<typeof LedgerTransfer>;

const withTransfers = { ...orderRefundFields, transfers: Type.Array(LedgerTransfer) };

export const OrderRefundWithTransfers = Type.Object(withTransfers, { title: 'OrderRefundWithTransfers' });

export const OrderRefundPreview = Type.Object(
  {
    ...withTransfers,
    refund_id: Type.Union([PublicId('ref'), Type.Null()], {
      description: 'Null unless this refund already exists',
      examples: [null],
    }),
    dry_run: Type.Literal(true),
  },
  { title: 'OrderRefundPreview' },
);
