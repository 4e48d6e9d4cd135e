/** Schemas of a shop's payments, for its people (docs/contract/people.md, "For the people of a shop"). */

import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../../base/schemas/parts.ts';
import { tracedTransferFields } from '../../../features/links/traced-transfer.ts';
import { FeeAnswer } from '../../../features/payments/fees/fee-schemas.ts';
import { cancelers, type PaymentStatus, paymentTransitions } from '../../../features/payments/payment.ts';
import { payoutStatuses } from '../../../features/payouts/payout.ts';
import { LedgerTransfer } from '../../../features/refunds/refund-schemas.ts';

export const PaymentStatusOfShop = Type.Enum(Object.keys(paymentTransitions) as PaymentStatus[]);
const Method = Type.Enum(['wallet', 'card', 'onlinewallet', 'bank_transfer']);

const Payer = Type.Object(
  { name: Text('Ada Lovelace'), email: NullableText },
  { title: 'Payer', description: 'Null until it is paid; in live mode also for developers' },
);

const ShopCapture = Type.Object(
  {
    requested_amount: Type.Union([Amount, Type.Null()]),
    captured_amount: Type.Union([Amount, Type.Null()]),
    capturable_until: NullableInstant,
  },
  { title: 'ShopCapture', description: 'Of a payment with capture manual' },
);

const CardBrand = Type.Union([Type.String(), Type.Null()], {
  description: 'Where it is known',
  examples: ['Visa'],
});

const listed = {
  payment_id: PublicId('pay'),
  trx_id: nullable(PublicId('trx')),
  status: PaymentStatusOfShop,
  amount: Amount,
  currency: Currency,
  custom: NullableText,
  description: Type.Union([Type.String(), Type.Null()], {
    description: 'What it is for, as shown to the customer',
    examples: ['Invoice 1042'],
  }),
  payer: nullable(Payer),
  method: nullable(Method),
  card_last_four: NullableText,
  card_brand: CardBrand,
  refunded_amount: amountThatIs('With refunds under way'),
  charged_back_amount: amountThatIs("What the customer's bank has taken back and not returned"),
  created_at: Instant,
  paid_at: NullableInstant,
  capture: nullable(ShopCapture),
};
export const ListedPaymentAnswer = Type.Object(listed, { title: 'ListedPayment' });
export type PresentedListedPayment = Static<typeof ListedPaymentAnswer>;

const PaymentAttempt = Type.Object(
  {
    number: NumericId,
    method: Method,
    status: Type.Enum(['processing', 'authorized', 'succeeded', 'declined', 'returned']),
    error: NullableText,
    card_last_four: NullableText,
    card_brand: CardBrand,
    created_at: Instant,
  },
  { title: 'PaymentAttempt' },
);

const PaymentTransfer = Type.Object(
  {
    ...tracedTransferFields('payment:pay_27Qm7ZxW1'),
    created_at: Instant,
  },
  { title: 'PaymentTransfer' },
);

const refundFields = {
  refund_id: PublicId('ref'),
  refund_ref: Text('refund-7'),
  status: Type.Enum(['pending', 'succeeded', 'failed']),
  amount: Amount,
  currency: Currency,
  fee_returned: amountThatIs('How much of the payment fee is returned'),
  reason: NullableText,
  failure: NullableText,
  created_at: Instant,
};
const ShopRefund = Type.Object(refundFields, { title: 'ShopRefund' });

/** A refund with every transfer that it makes in the shop's book. */
const refundInFull = {
  ...refundFields,
  goes_to: Type.Object({ method: Method, card_last_four: NullableText }),
  wallet_after: amountThatIs("The shop's wallet afterwards"),
  transfers: Type.Array(LedgerTransfer),
};
export const ShopRefundInFull = Type.Object(refundInFull, { title: 'ShopRefundInFull' });
export type PresentedShopRefund = Static<typeof ShopRefundInFull>;

export const ShopRefundPreview = Type.Object(
  {
    ...refundInFull,
    refund_id: Type.Union([PublicId('ref'), Type.Null()], {
      description: 'Null unless this refund already exists',
      examples: [null],
    }),
    dry_run: Type.Literal(true),
  },
  { title: 'ShopRefundPreview' },
);

const PaymentDispute = Type.Object(
  {
    dispute: Text('dp_1QzL', "The payment provider's id"),
    amount: Amount,
    currency: Currency,
    outcome: Type.Enum(['withdrawn', 'returned'], {
      description: "Who has the money: the customer's bank, or the shop again",
    }),
    created_at: Instant,
    updated_at: Instant,
  },
  { title: 'PaymentDispute' },
);

const PaymentEvent = Type.Object(
  { event_id: PublicId('evt'), type: Text('payment.paid'), reason: NullableText, created_at: Instant },
  { title: 'PaymentEvent' },
);

const PayoutAfter = Type.Object(
  {
    payout_id: PublicId('po'),
    status: Type.Enum([...payoutStatuses]),
    amount: Amount,
    currency: Currency,
    created_at: Instant,
  },
  { title: 'PayoutAfter', description: 'The first payout from the wallet after the payment was paid' },
);

const WaitsForTransfer = Type.Object(
  {
    reference: Text('RF32KXQMPTBD', 'What the transfer has to name'),
    arrived: amountThatIs('What has arrived and is kept until the rest comes'),
    missing: amountThatIs('What is still to arrive'),
  },
  { title: 'WaitsForTransfer', description: 'While a bank transfer is waited for, until `expires_at`' },
);

export const PaymentInFullAnswer = Type.Object(
  {
    ...listed,
    customer_id: nullable({
      ...NumericId,
      description: 'Whose page has their other payments; null without an address, and for a minute after it was paid',
    }),
    fee: amountThatIs('What the service charged'),
    fee_rate: Type.Union([FeeAnswer, Type.Null()], { description: 'By which it was charged; null when it was free' }),
    fee_returned: amountThatIs('Of the fee, by refunds'),
    refundable_amount: amountThatIs('What a refund can still return'),
    payment_url: Type.Union([Type.String(), Type.Null()], { description: 'While it can be paid', examples: [null] }),
    return_url: NullableText,
    cancel_url: NullableText,
    webhook_url: NullableText,
    cancelled_by: Type.Union([Type.Enum([...cancelers]), Type.Null()], {
      description: 'Where it was canceled; null unless it was, and where that is not known',
      examples: [null],
    }),
    expires_at: Instant,
    bank_transfer: nullable(WaitsForTransfer),
    attempts: Type.Array(PaymentAttempt),
    transfers: Type.Array(PaymentTransfer),
    refunds: Type.Array(ShopRefund),
    disputes: Type.Array(PaymentDispute),
    events: Type.Array(PaymentEvent),
    payout: nullable(PayoutAfter),
  },
  { title: 'PaymentInFull' },
);
export type PresentedPaymentInFull = Static<typeof PaymentInFullAnswer>;

export const PaymentLinkAnswer = Type.Object(
  {
    payment_id: PublicId('pay'),
    payment_url: Type.String({
      format: 'uri',
      description: 'For the customer',
      examples: ['https://pay.example.org/pay/api/v1/user/authentication/form/pay_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd'],
    }),
    amount: Amount,
    currency: Currency,
    description: NullableText,
    expires_at: Instant,
  },
  { title: 'PaymentLink' },
);
