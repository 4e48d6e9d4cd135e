/**
 * Schemas of orders: as they are requested, and with their refunds in answers and events (docs/contract/partner.md,
 * "Record an order" and "Read orders").
 */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  NullableRef,
  NullableText,
  NumericId,
  nullable,
  OrderRef,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { amountLimit, refText } from '../../base/schemas/request-parts.ts';
import { beneficiaryTypes, paymentSources } from './order.ts';
import { type PaymentStatus, paymentTransitions, type SettlementStatus, settlementTransitions } from './order-state.ts';

export const PaymentStatusName = Type.Enum(Object.keys(paymentTransitions) as PaymentStatus[]);
export const SettlementStatusName = Type.Enum(Object.keys(settlementTransitions) as SettlementStatus[]);

export const OrderSplit = Type.Object(
  {
    beneficiary_type: Type.Enum([...beneficiaryTypes]),
    beneficiary_ref: NullableRef,
    amount: Amount,
    collects_cash: Type.Optional(
      Type.Literal(true, { description: "Only where this payee is known to collect the customer's cash" }),
    ),
  },
  {
    title: 'OrderSplit',
    description: "One payee's share. The ref is null for commission, and until the split is assigned",
  },
);

const addressLengthMax = 2_048;
export const splitsMax = 200;

const SplitRequest = Type.Object({
  beneficiary_type: Type.Enum([...beneficiaryTypes]),
  beneficiary_ref: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Link id of the merchant or courier',
      examples: [12],
    }),
  ),
  amount: Type.Number({
    minimum: 0,
    exclusiveMaximum: amountLimit,
    description: "This beneficiary's share",
    examples: [12.5],
  }),
  collects_cash: Type.Optional(
    Type.Boolean({
      description:
        "With payment_source cod, and where the company tracks cash: this payee collects the customer's cash. If no split says anything, the order's only courier does",
    }),
  ),
});

/** What `POST /orders` takes. */
export const CreateOrderBody = Type.Object({
  partner_order_ref: refText("The partner's own order id", 'order-1042'),
  payment_source: Type.Enum([...paymentSources]),
  total_amount: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [12.5] }),
  currency: Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] }),
  splits: Type.Array(SplitRequest, { minItems: 1, maxItems: splitsMax }),
  idempotency_key: Type.Optional(refText('Extra safeguard against duplicates')),
  is_shadow: Type.Optional(Type.Boolean()),
  shadow_merchant_ref: Type.Optional(refText('The off-platform restaurant')),
  shadow_merchant_name: Type.Optional(refText('Its name')),
  return_url: Type.Optional(Type.String({ maxLength: addressLengthMax })),
  cancel_url: Type.Optional(Type.String({ maxLength: addressLengthMax })),
  capture: Type.Optional(
    Type.Enum(['automatic', 'manual'], {
      description:
        'Only with payment_source service. manual: the customer authorizes the payment, and POST /orders/{ref}/capture takes the money',
      examples: ['automatic'],
    }),
  ),
  webhook_url: Type.Optional(
    Type.Unknown({ description: 'Recorded if it is text; the request is never refused because of it' }),
  ),
});

const OrderCapture = Type.Object(
  {
    captured_amount: Type.Union([Amount, Type.Null()]),
    capturable_until: NullableInstant,
    splits: Type.Union([Type.Array(OrderSplit), Type.Null()], {
      description: 'The shares of what was captured, which the order settles; null before',
    }),
  },
  { title: 'OrderCapture', description: 'Only of an order with capture manual' },
);

const orderFields = {
  order_id: NumericId,
  partner_order_ref: OrderRef,
  currency: Currency,
  order_amount: Amount,
  payment_method: Type.Enum([...paymentSources]),
  payment_status: PaymentStatusName,
  settlement_status: SettlementStatusName,
  is_shadow: Type.Boolean(),
  mode: ModeName,
  splits: Type.Array(OrderSplit),
  shadow_merchant_ref: NullableText,
  shadow_merchant_name: NullableText,
  created_at: Instant,
  updated_at: Instant,
  payment_url: Type.Optional(
    nullable(Type.String({ description: 'Where the customer pays; only with payment_source service' })),
  ),
  warnings: Type.Array(Type.String(), { examples: [[]] }),
  capture: Type.Optional(OrderCapture),
};

export const OrderCapturePreview = Type.Object(
  { dry_run: Type.Literal(true), captured_amount: Amount, currency: Currency, splits: Type.Array(OrderSplit) },
  { title: 'OrderCapturePreview', description: 'What a capture would take, and the shares of it' },
);

export const OrderAnswer = Type.Object(orderFields, { title: 'Order', description: 'An order as it was recorded' });
export type PresentedOrder = Static<typeof OrderAnswer>;

const orderRefundStatuses = ['pending', 'awaiting_funds', 'succeeded', 'failed'] as const;

export const orderRefundFields = {
  refund_id: PublicId('ref'),
  kind: Type.Enum(['refund', 'reversal'], {
    description: 'A reversal takes shares of a charged-back order back and returns nothing to the customer',
    examples: ['refund'],
  }),
  refund_ref: Text('refund-7'),
  status: Type.Enum([...orderRefundStatuses]),
  amount: Amount,
  currency: Currency,
  splits: Type.Array(OrderSplit),
  reason: NullableText,
  failure: NullableText,
  restitution: Type.Union([Type.Enum(['awaiting_funds', 'paid']), Type.Null()], {
    description:
      'Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait',
    examples: [null],
  }),
  created_at: Instant,
  updated_at: Instant,
};

export const OrderRefundAnswer = Type.Object(orderRefundFields, {
  title: 'OrderRefund',
  description: 'A refund or reversal of an order; its splits are in the order of the splits of the order',
});
export type PresentedOrderRefund = Static<typeof OrderRefundAnswer>;

export const OrderInFullAnswer = Type.Object(
  {
    ...orderFields,
    refunded_amount: Amount,
    refunds: Type.Array(OrderRefundAnswer, { examples: [[]] }),
    paid_at: NullableInstant,
    hold_reason: NullableText,
    settlement: Type.Union([Type.Object({ settlement_id: NumericId, settled_at: NullableInstant }), Type.Null()], {
      examples: [null],
    }),
  },
  { title: 'OrderInFull', description: 'An order with its refunds and its settlement' },
);
export type PresentedOrderInFull = Static<typeof OrderInFullAnswer>;

/** Who put an order on hold, why and since when, for people. */
export const OrderHold = Type.Object({
  by: Type.Union([Type.String(), Type.Null()], {
    description: 'The person or key pair that held it by hand; null otherwise',
    examples: [null],
  }),
  note: NullableText,
  since: Instant,
});

const OrderPayee = Type.Object(
  {
    beneficiary_type: Type.Enum(['merchant', 'courier']),
    beneficiary_ref: Type.Union([NumericId, Type.Null()], { description: 'Null of a restaurant without a link' }),
    name: NullableText,
    share: { ...Amount, description: 'What its splits come to, as the order was recorded' },
  },
  { title: 'OrderPayee' },
);

/** A row of a list, for people. */
export const OrderRow = Type.Object(
  {
    order_id: NumericId,
    partner_order_ref: OrderRef,
    amount: Amount,
    currency: Currency,
    refunded_amount: Amount,
    payment_source: Type.Enum([...paymentSources]),
    payment_status: PaymentStatusName,
    settlement_status: SettlementStatusName,
    hold_reason: NullableText,
    hold: Type.Union([OrderHold, Type.Null()], { description: 'While it is on hold' }),
    broken_splits: Type.Boolean({
      description: 'A split has no payee, or the splits do not add up; false once the order has settled or is void',
    }),
    is_shadow: Type.Boolean(),
    shadow_merchant_name: NullableText,
    payees: Type.Array(OrderPayee, {
      description: 'Each once, in the order of the splits; none of a split without a payee',
    }),
    created_at: Instant,
    settled_at: NullableInstant,
  },
  { title: 'OrderRow' },
);

const changedItem = { partner_order_ref: OrderRef };

export const OrderChangeResult = Type.Union(
  [
    Type.Object({
      ...changedItem,
      ok: Type.Literal(true),
      settlement_status: SettlementStatusName,
      hold_reason: NullableText,
    }),
    Type.Object({
      ...changedItem,
      ok: Type.Literal(false),
      error: Type.Object({
        code: Text('invalid_state'),
        message: Text('This is not possible in the current state.'),
        details: Type.Array(
          Type.Object({ field: Text('split'), message: Text('This is not possible in the current state.') }),
        ),
      }),
    }),
  ],
  { title: 'OrderChangeResult' },
);
export type PresentedOrderChange = Static<typeof OrderChangeResult>;

/** One of the results of many orders: what `POST /orders` would have answered, without the rest of its envelope. */
export const OrderResult = Type.Union(
  [
    Type.Object({ status: Type.Enum([201, 200]), data: OrderAnswer }),
    Type.Object({
      status: Type.Enum([409, 422, 503, 500]),
      error: Type.Object({
        code: Text('unknown_beneficiary'),
        message: Text('A beneficiary is not an active link of this company.'),
        details: Type.Array(
          Type.Object({
            field: Text('splits[1].beneficiary_ref'),
            message: Text('is not an active courier link of this company'),
          }),
        ),
      }),
    }),
  ],
  { title: 'OrderResult', description: 'What POST /orders would have returned: the order, or why it was not recorded' },
);
