/** Schemas of order requests (docs/contract/partner.md, "Record an order"). */
import { Type } from 'typebox';
import { amountLimit, plainText, refText } from '../../base/schemas/request-parts.ts';
import { beneficiaryTypes, paymentSources } from '../../features/orders/order.ts';

const addressLengthMax = 2_048;
const splitsMax = 200;

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
});

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
  webhook_url: Type.Optional(
    Type.Unknown({ description: 'Recorded if it is text; the request is never refused because of it' }),
  ),
});

export const OrderParams = Type.Object({
  ref: Type.String({
    minLength: 1,
    maxLength: 2_048,
    format: 'text',
    description: "The partner's own order id",
    examples: ['order-1042'],
  }),
});

export const SplitParams = Type.Object({
  ref: OrderParams.properties.ref,
  n: Type.Integer({
    minimum: 0,
    maximum: splitsMax - 1,
    description: 'The position of the split in splits, from 0',
    examples: [0],
  }),
});

export const HoldNote = plainText('Why the order is put on hold; recorded in the event', 'Waiting for the courier');

export const BeneficiaryRef = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Link id of the merchant or courier',
  examples: [12],
});

const ordersAtOnceMax = 500;

export const PartnerOrderRefs = Type.Array(OrderParams.properties.ref, { minItems: 1, maxItems: ordersAtOnceMax });

export const Assignments = Type.Array(
  Type.Object({
    partner_order_ref: OrderParams.properties.ref,
    split: SplitParams.properties.n,
    beneficiary_ref: BeneficiaryRef,
  }),
  { minItems: 1, maxItems: ordersAtOnceMax },
);
