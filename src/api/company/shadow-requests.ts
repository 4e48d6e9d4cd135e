/** Schemas of shadow ledger requests (docs/contract/partner.md, "Shadow ledger"). */
import { Type } from 'typebox';
import { amountLimit, plainText, refText } from '../../base/schemas/request-parts.ts';
import { ordersMax } from '../../features/shadow/shadow-order.ts';

export const limitDefault = 50;
const limitMax = 200;

const OrderRefs = Type.Array(plainText('An order', 'order-1042'), { minItems: 1, maxItems: ordersMax });

export const ShadowParams = Type.Object({ ref: Type.String({ minLength: 1, maxLength: 2_048, format: 'text' }) });

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault }));
const Cursor = Type.Optional(Type.String({ maxLength: 100 }));
const Currency = Type.Optional(Type.String({ maxLength: 10, description: 'Uppercase ISO 4217 code' }));

export const ListQuery = Type.Object({
  currency: Currency,
  limit: Limit,
  cursor: Cursor,
  format: Type.Optional(Type.Enum(['json', 'csv'])),
});

export const CsvQuery = Type.Object({ currency: Currency });

export const OneQuery = Type.Object({ limit: Limit, cursor: Cursor, orders_cursor: Cursor });

export const PaidOutsideBody = Type.Object({
  payment_ref: refText('Your own ref for this payment; each one is recorded only once', 'receipt-9'),
  reference: Type.Optional(refText('A receipt, a bank’s reference')),
  orders: Type.Array(
    Type.Object({
      partner_order_ref: plainText('A settled shadow order', 'order-1042'),
      amount: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          exclusiveMaximum: amountLimit,
          description: 'Default: the full remaining amount',
        }),
      ),
      beneficiary_type: Type.Optional(Type.Enum(['merchant', 'courier'])),
    }),
    { minItems: 1, maxItems: ordersMax },
  ),
});

export const NamesBody = Type.Object({
  shadow_merchant_ref: refText('The ref to assign', 'restaurant-31'),
  partner_order_refs: Type.Optional(OrderRefs),
  shadow_merchant_name: Type.Optional(
    plainText('Instead of orders: all orders recorded under this name without a ref', 'Taverna'),
  ),
});

const emailLengthMax = 254;
export const InviteBody = Type.Object({
  email: Type.String({
    minLength: 3,
    maxLength: emailLengthMax,
    format: 'text',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    examples: ['ada@example.org'],
  }),
  name: Type.Optional(refText('Default: the name it was recorded under')),
});

export const ClaimBody = Type.Object({
  beneficiary_ref: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Link id of the merchant',
    examples: [12],
  }),
  partner_order_refs: Type.Optional(OrderRefs),
  claim_ref: Type.Optional(
    refText('Your own ref for this claim; each one is claimed only once. Required unless dry_run', 'claim-1'),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Show the transfers; write nothing' })),
});
