/** The shapes of payments in answers of interface A and in events (specification 2.2, 2.3; contract.md §3). */
import { type Static, Type } from 'typebox';
import { Currency, Instant, NullableInstant, NullableText, nullable } from '../schemas/parts.ts';
import { type PaymentStatus, paymentTransitions } from './payment.ts';

export const DecimalText = Type.String({
  pattern: '^[0-9]+\\.[0-9]{2,3}$',
  description: 'A decimal with at least 2 decimals, 3 where the currency has 3',
});

export const AccessTokenAnswer = Type.Object(
  { access_token: Type.String(), expire_time: Type.Integer({ description: 'Seconds the token is good for' }) },
  { title: 'AccessToken' },
);

export const CreatedPaymentAnswer = Type.Object(
  { token: Type.String(), payment_url: Type.String({ format: 'uri', description: 'Redirect the customer here' }) },
  { title: 'CreatedPayment' },
);

export const PaymentAnswer = Type.Object(
  {
    token: Type.String(),
    trx_id: NullableText,
    status: Type.Enum(Object.keys(paymentTransitions) as PaymentStatus[]),
    paid: Type.Boolean(),
    amount: DecimalText,
    currency: Currency,
    custom: Type.String({ description: 'As it was sent; empty when nothing was' }),
    payer: nullable(Type.Object({ username: Type.String(), email: NullableText })),
    created_at: Instant,
    paid_at: NullableInstant,
  },
  { title: 'Payment' },
);
export type PresentedPayment = Static<typeof PaymentAnswer>;
