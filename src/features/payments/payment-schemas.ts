/**
 * Schemas of payments in answers of interface A and in events (docs/contract/merchant.md, "Payment status" and
 * "Merchant events").
 */
import { type Static, Type } from 'typebox';
import {
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { type PaymentStatus, paymentTransitions } from './payment.ts';

const examplePayment = 'pay_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd';

export const DecimalText = Type.String({
  pattern: '^[0-9]+\\.[0-9]{2,3}$',
  examples: ['12.50'],
  description: 'A decimal string with 2 decimals, or 3 where the currency has 3',
});

/** An amount in requests, read as an exact decimal. */
export const MerchantAmount = Type.Union([Type.String(), Type.Number()], {
  description:
    'A string of digits with an optional point, or a number; greater than 0, at most 2 decimals when a payment is created',
  examples: ['12.50'],
});

export const PaymentToken = Type.String({ description: 'Of a payment', examples: [examplePayment] });

export const KeyPairBody = {
  client_id: Type.String({ examples: ['pk_test_9pXcV2'] }),
  secret_id: Type.String({ examples: ['sk_test_Kd83hQ'] }),
};

export const AccessTokenAnswer = Type.Object(
  {
    access_token: Text('eyJhbGciOiJkaXIifQ', 'Opaque; send it as Authorization: Bearer'),
    expire_time: Type.Integer({ description: 'Seconds for which the token is valid', examples: [600] }),
  },
  { title: 'AccessToken' },
);

export const CreatedPaymentAnswer = Type.Object(
  {
    token: PublicId('pay'),
    payment_url: Type.String({
      format: 'uri',
      description: 'Redirect the customer here',
      examples: ['https://pay.example.org/pay/api/v1/user/authentication/form/pay_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd'],
    }),
  },
  { title: 'CreatedPayment' },
);

export const PaymentCapture = Type.Object(
  {
    authorized_amount: nullable(DecimalText),
    requested_amount: nullable(DecimalText),
    captured_amount: nullable(DecimalText),
    capturable_until: NullableInstant,
  },
  { title: 'PaymentCapture', description: 'Only of a payment with capture manual' },
);

export const PaymentAnswer = Type.Object(
  {
    token: PublicId('pay'),
    trx_id: nullable(PublicId('trx')),
    status: Type.Enum(Object.keys(paymentTransitions) as PaymentStatus[]),
    paid: Type.Boolean(),
    amount: DecimalText,
    currency: Currency,
    custom: Text('order-1042', 'As sent; empty if nothing was sent'),
    payer: nullable(Type.Object({ username: Text('Ada Lovelace'), email: NullableText })),
    created_at: Instant,
    paid_at: NullableInstant,
    capture: Type.Optional(PaymentCapture),
  },
  { title: 'Payment' },
);
export type PresentedPayment = Static<typeof PaymentAnswer>;
