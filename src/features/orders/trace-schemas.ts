/** Schemas of the money trace of an order, for people (docs/contract/people.md, "For a company's members"). */

import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Currency,
  Instant,
  NullableInstant,
  NullableRef,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { tracedTransferFields } from '../links/traced-transfer.ts';
import { type PaymentStatus, paymentTransitions } from '../payments/payment.ts';
import { PaymentCapture } from '../payments/payment-schemas.ts';
import { beneficiaryTypes } from './order.ts';
import { OrderHold } from './order-schemas.ts';

export const OrderTransfer = Type.Object(
  {
    ...tracedTransferFields('order:1042'),
    settlement_id: nullable(NumericId),
    created_at: Instant,
  },
  { title: 'OrderTransfer', description: 'A transfer of an order, with both accounts' },
);
export type PresentedOrderTransfer = Static<typeof OrderTransfer>;

const TracedSplit = Type.Object(
  {
    beneficiary_type: Type.Enum([...beneficiaryTypes]),
    beneficiary_ref: NullableRef,
    name: NullableText,
    amount: Amount,
    needs_payee: Type.Boolean({ description: 'No link of this type has this id: the order cannot settle' }),
    captured: Type.Union([Amount, Type.Null()], {
      description: 'The share of what was captured; null unless the company captures the order, and before',
    }),
    reduced: amountThatIs('What refunds took before it settled'),
    reversed: amountThatIs('What was taken back after it settled'),
    paid_outside: Amount,
    claimed: Amount,
    left: amountThatIs('What the party has, or will be credited'),
  },
  { title: 'TracedSplit' },
);

const TracedPayment = Type.Object(
  {
    payment_id: PublicId('pay'),
    trx_id: nullable(PublicId('trx')),
    status: Type.Enum(Object.keys(paymentTransitions) as PaymentStatus[]),
    amount: Amount,
    refunded_amount: Amount,
    charged_back_amount: Amount,
    currency: Currency,
    created_at: Instant,
    paid_at: NullableInstant,
    capture: nullable(PaymentCapture),
  },
  { title: 'TracedPayment', description: 'A payment of the order at the checkout' },
);

const TracedDispute = Type.Object(
  {
    dispute: Text('dp_1QzL', "The payment provider's id"),
    payment_id: PublicId('pay'),
    amount: Amount,
    currency: Currency,
    outcome: Type.Enum(['withdrawn', 'returned'], {
      description: "Who has the money: the customer's bank, or the company again",
    }),
    created_at: Instant,
    updated_at: Instant,
  },
  { title: 'TracedDispute' },
);

const TracedEvent = Type.Object(
  {
    event_id: PublicId('evt'),
    type: Text('order.settled'),
    payment_status: NullableText,
    settlement_status: NullableText,
    hold_reason: NullableText,
    reason: nullable(Text('Waiting for the courier', 'In the words of whoever did it')),
    created_at: Instant,
  },
  { title: 'TracedEvent', description: 'What happened, and the states it left the order in' },
);

export const OrderTrace = Type.Object(
  {
    idempotency_key: NullableText,
    return_url: NullableText,
    cancel_url: NullableText,
    webhook_url: NullableText,
    hold: Type.Union([OrderHold, Type.Null()], { description: 'While it is on hold' }),
    splits: Type.Array(TracedSplit),
    payments: Type.Array(TracedPayment),
    disputes: Type.Array(TracedDispute),
    events: Type.Array(TracedEvent),
  },
  { title: 'OrderTrace', description: 'What GET /orders/{ref} does not say about an order' },
);
export type PresentedOrderTrace = Static<typeof OrderTrace>;
