/** Parts of requests about orders that exist. The request that records one is in `features/orders/order-schemas.ts`. */
import { Type } from 'typebox';
import { plainText } from '../../base/schemas/request-parts.ts';
import { splitsMax } from '../../features/orders/order-schemas.ts';

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
