/** The events of payments, of money captured too late, of disputes, and of the provider's fees for disputes. */
import { Type } from 'typebox';
import { Amount, Currency, ModeName, PublicId, Text } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { cancelers } from './payment.ts';
import { DecimalText, PaymentAnswer } from './payment-schemas.ts';

const { properties: paymentFields } = PaymentAnswer;
const chargebackFields = {
  dispute: Text('dp_1Qx8Zk2eZvKYlo2C'),
  chargeback_amount: DecimalText,
  chargeback_currency: Currency,
};
const DisputeFee = Type.Object({
  dispute: Text('dp_1Qx8Zk2eZvKYlo2C'),
  amount: Amount,
  currency: Currency,
  mode: ModeName,
});

const merchant = eventFor('merchant', 'company');
const operator = eventFor('operator');

export const paymentEvents = {
  'payment.created': merchant(PaymentAnswer, 'A payment was created.'),
  'payment.authorized': merchant(
    PaymentAnswer,
    'The customer has authorized a payment with manual capture; nothing is posted before it is captured.',
  ),
  'capture.requested': merchant(
    PaymentAnswer,
    'A capture was asked for, and the payment provider is about to be asked to make it.',
  ),
  'capture.refused': merchant(
    PaymentAnswer,
    'The payment provider refused the amount of the capture; the payment is authorized still.',
  ),
  'payment.paid': merchant(PaymentAnswer, 'The payment succeeded.'),
  'payment.declined': merchant(
    Type.Object({ ...paymentFields, reason: Text('card_declined') }),
    'An attempt to pay was declined; the payment is open again.',
  ),
  'payment.cancelled': merchant(
    Type.Object({
      ...paymentFields,
      cancelled_by: Type.Enum([...cancelers], { description: 'Where it was canceled' }),
    }),
    'The payment was canceled before it was paid; an authorization is voided.',
  ),
  'payment.expired': merchant(PaymentAnswer, 'The payment was not paid, or not captured, in time.'),
  'payment.blocked': merchant(
    Type.Object({
      ...paymentFields,
      reason: Type.Enum(['not_approved', 'suspended', 'no_card_payments'], {
        description: 'Why no customer, or none without a wallet, can pay it',
      }),
    }),
    'A customer opened the payment and could not pay it; once per payment.',
  ),
  'late_capture.returned': merchant(
    Type.Object({ ...paymentFields, attempt: PublicId('att') }),
    'Money captured too late, or twice, is returned to the customer.',
  ),
  'late_capture.refused': merchant(
    Type.Object({ ...paymentFields, attempt: PublicId('att'), reason: Text('card_declined') }),
    'The provider refused to return money captured too late, or twice; the operator resolves it.',
  ),
  'chargeback.created': merchant(
    Type.Object({ ...paymentFields, ...chargebackFields, owed_amount: DecimalText }),
    "The customer's bank withdrew the money, for the first time or again.",
  ),
  'chargeback.reversed': merchant(
    Type.Object({ ...paymentFields, ...chargebackFields }),
    'A dispute was won, and its money was returned.',
  ),
  'dispute_evidence.submitted': merchant(
    Type.Object({ ...paymentFields, dispute: chargebackFields.dispute }),
    'The payment provider has the evidence against a dispute.',
  ),
} satisfies EventDeclarations;

export const disputeFeeEvents = {
  'dispute_fee.charged': operator(DisputeFee, 'The payment provider charged the service a fee for a dispute.'),
  'dispute_fee.returned': operator(DisputeFee, 'The payment provider returned its fee for a dispute.'),
} satisfies EventDeclarations;
