/**
 * The single list of events: the data, receivers and description of each type. New events are added here; appending an
 * unlisted type, or data of another shape, does not compile. This module imports the features, whose answer schemas
 * define the data, so they must not import it.
 *
 * Names are `object.past_participle`. `data` is the object as the receiver's interface returns it at that moment, plus
 * fields that only the event has. An order omits its refunds, which have their own events, and its payment link, which
 * is renewed whenever the order is read.
 */
import { type Static, type TSchema, Type } from 'typebox';
import {
  Amount,
  BeneficiaryRef,
  Count,
  Currency,
  ModeName,
  NullableText,
  NumericId,
  OrderRef,
  PublicId,
  Text,
} from '../base/schemas/parts.ts';
import { DebtSettlementAnswer } from './debts/debt-schemas.ts';
import { InvitationAnswer, LinkHistoryAnswer } from './links/invitation-schemas.ts';
import { OrderInFullAnswer, OrderRefundAnswer, OrderSplit } from './orders/order-schemas.ts';
import { DecimalText, PaymentAnswer } from './payments/payment-schemas.ts';
import { PayoutAnswer } from './payouts/payout-schemas.ts';
import { RefundAnswer } from './refunds/refund-schemas.ts';
import { EarningsMovementAnswer } from './settlements/earnings/earnings-schemas.ts';
import { SettlementAnswer } from './settlements/settlement-schemas.ts';
import { CommissionTransferAnswer, ReversedTopUpAnswer, TopUpAnswer } from './wallets/wallet-schemas.ts';

/** Whose event log has the event: holders of these kinds. Merchants and couriers are payees when they have a link. */
export type Receiver = 'company' | 'merchant' | 'courier' | 'customer' | 'operator';

export type CatalogueEntry = { data: TSchema; to: readonly Receiver[]; description: string };

const { refunds: _refunds, payment_url: _paymentUrl, ...orderFields } = OrderInFullAnswer.properties;
const { properties: orderRefundFields } = OrderRefundAnswer;
const { properties: paymentFields } = PaymentAnswer;
const { properties: linkFields } = LinkHistoryAnswer;

const Order = Type.Object(orderFields);
const OrderRefund = Type.Object({ order_id: NumericId, partner_order_ref: OrderRef, ...orderRefundFields });
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

const entry =
  <const To extends readonly Receiver[]>(...to: To) =>
  <Data extends TSchema>(data: Data, description: string) => ({ data, to, description });

const company = entry('company');
const merchant = entry('merchant', 'company');
const owner = entry('company', 'merchant', 'customer');
const payee = entry('merchant', 'courier');
const payoutOwner = entry('company', 'merchant', 'courier', 'customer');

export const catalogue = {
  'order.created': company(Order, 'An order was recorded.'),
  'order.paid': company(Order, 'The customer has paid, or the partner confirmed it.'),
  'order.cancelled': company(Order, 'A pending order was canceled.'),
  'order.partially_refunded': company(Order, 'The order was partly refunded.'),
  'order.refunded': company(Order, 'The order was fully refunded.'),
  'order.settled': company(Order, 'Every party was credited.'),
  'order.deferred': company(Order, 'Clearing did not cover the order: it settles when money arrives.'),
  'order.held': company(
    Type.Object({
      ...orderFields,
      reason: Type.Optional(Text('The customer disputes it', 'The reason given when it was put on hold')),
    }),
    'The order is on hold and does not settle.',
  ),
  'order.released': company(Order, 'The order is no longer on hold.'),
  'order.partially_reversed': company(Order, 'Part of what the order paid its parties was taken back.'),
  'order.reversed': company(Order, 'All that the order paid its parties was taken back.'),
  'order.voided': company(Order, 'Nothing of the order is left to settle.'),
  'order.restored': company(
    Order,
    'A refund failed after it had succeeded, or a dispute was won after a reversal: the order went back to an earlier payment or settlement status.',
  ),
  'split.assigned': company(
    Type.Object({
      ...orderFields,
      split: Count,
      beneficiary_type: OrderSplit.properties.beneficiary_type,
      beneficiary_ref: BeneficiaryRef,
    }),
    'An unassigned split was assigned to a link.',
  ),
  'order_refund.created': company(OrderRefund, 'A refund of an order was accepted.'),
  'order_refund.deferred': company(
    Type.Object({ ...OrderRefund.properties, missing_amount: Amount }),
    'Clearing does not cover the refund: it is paid when money arrives.',
  ),
  'order_refund.succeeded': company(OrderRefund, 'The customer has the money of a refund.'),
  'order_refund.failed': company(
    OrderRefund,
    'The refund was refused, or failed after it had succeeded: every share is returned, immediately or from the next credit.',
  ),
  'order_reversal.succeeded': company(
    OrderRefund,
    'Shares of a charged-back order were taken back. The customer gets nothing of it.',
  ),
  'order_reversal.failed': company(
    OrderRefund,
    'A dispute was won, and undoes the reversal: every share is returned, immediately or from the next credit.',
  ),
  'restitution.deferred': company(
    Type.Object({ ...OrderRefund.properties, missing_amount: Amount }),
    'Clearing does not cover what a failed refund or reversal took: it is returned when money arrives.',
  ),
  'restitution.paid': company(OrderRefund, 'What a failed refund or reversal took was returned from clearing.'),
  'shadow_order.named': company(
    Type.Object({ ...orderFields, amount_moved: Amount }),
    'A ref was assigned to the restaurant of a shadow order.',
  ),
  'shadow_order.paid_outside': company(
    Type.Object({ ...orderFields, payment_ref: Text('transfer-88'), reference: NullableText, amount: Amount }),
    'Part of a shadow order was paid outside the service.',
  ),
  'shadow_order.claimed': company(
    Type.Object({ ...orderFields, claim_ref: Text('claim-1'), beneficiary_ref: BeneficiaryRef, amount: Amount }),
    'What was left of a shadow order was paid to a link.',
  ),
  'settlement.completed': company(SettlementAnswer, 'A settlement run has ended.'),
  'shortfall.detected': company(
    Type.Object({
      settlement_id: NumericId,
      currency: Currency,
      missing_amount: Amount,
      orders_waiting: Count,
      clearing: Amount,
    }),
    'At the end of a run, clearing did not cover the waiting orders and refunds.',
  ),
  'top_up.succeeded': owner(TopUpAnswer, 'Money arrived in a wallet.'),
  'top_up.reversed': owner(ReversedTopUpAnswer, 'A credited top-up was taken back; what the balance lacked is owed.'),
  'top_up.cancelled': owner(TopUpAnswer, 'A top-up was canceled before its bank transfer arrived.'),
  'top_up.refused': owner(TopUpAnswer, 'The operator refused a top-up by bank transfer.'),
  'top_up.expired': owner(TopUpAnswer, 'The bank transfer for a top-up did not arrive in time.'),
  'debt.repaid': owner(
    DebtSettlementAnswer,
    'A debt to the service, or of a payee to the company, was recorded as repaid another way.',
  ),
  'debt.written_off': owner(
    DebtSettlementAnswer,
    'A debt to the service, or of a payee to the company, was written off.',
  ),
  'transfer.succeeded': company(CommissionTransferAnswer, 'Commission was moved to clearing.'),
  'payment.created': merchant(PaymentAnswer, 'A payment was created.'),
  'payment.paid': merchant(PaymentAnswer, 'The payment succeeded.'),
  'payment.declined': merchant(
    Type.Object({ ...paymentFields, reason: Text('card_declined') }),
    'An attempt to pay was declined; the payment is open again.',
  ),
  'payment.cancelled': merchant(PaymentAnswer, 'The payment was canceled before it was paid.'),
  'payment.expired': merchant(PaymentAnswer, 'The payment was not paid in time.'),
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
  'refund.created': merchant(RefundAnswer, 'A refund of a payment was accepted.'),
  'refund.succeeded': merchant(RefundAnswer, 'The customer has the money of a refund.'),
  'refund.failed': merchant(
    RefundAnswer,
    'The provider refused the refund, or it failed after it had succeeded; its money was returned.',
  ),
  'earning.settled': payee(EarningsMovementAnswer, 'A share of an order was credited.'),
  'earning.reversed': payee(
    EarningsMovementAnswer,
    'A refund or cancellation took a share back; what the balance did not cover is owed.',
  ),
  'earning.restored': payee(EarningsMovementAnswer, 'A refund failed, and what it had taken was returned.'),
  'earning.forgiven': payee(
    EarningsMovementAnswer,
    'What was owed to the company was written off, or recorded as repaid outside the service.',
  ),
  'earning.recovered': payee(EarningsMovementAnswer, 'What was owed to the company was taken from earnings.'),
  'payout.requested': payoutOwner(PayoutAnswer, 'A payout was requested.'),
  'payout.approved': payoutOwner(PayoutAnswer, 'The operator approved the payout.'),
  'payout.sent': payoutOwner(PayoutAnswer, 'The payout is on its way to the bank.'),
  'payout.completed': payoutOwner(PayoutAnswer, 'The bank has the money.'),
  'payout.rejected': payoutOwner(PayoutAnswer, 'The operator rejected the payout; its money was returned.'),
  'payout.failed': payoutOwner(
    PayoutAnswer,
    'The bank did not pay the payout, or returned it later; its money was returned.',
  ),
  'payout.cancelled': payoutOwner(PayoutAnswer, 'The payout was canceled; its money was returned.'),
  'invitation.accepted': company(InvitationAnswer, 'A merchant or courier accepted the invitation.'),
  'invitation.declined': company(InvitationAnswer, 'A merchant or courier declined the invitation.'),
  'invitation.revoked': company(InvitationAnswer, 'The company revoked the invitation.'),
  'invitation.expired': company(InvitationAnswer, 'The invitation was not accepted or declined in time.'),
  'link.created': company(
    Type.Object({ ...linkFields, invitation_id: PublicId('inv') }),
    'A merchant or courier is linked to the company.',
  ),
  'link.widened': company(Type.Object(linkFields), 'A link that served only test mode now serves live mode too.'),
  'link.ended': company(
    Type.Object({ ...linkFields, ended_by: Type.Enum(['company', 'beneficiary']) }),
    'The link takes no new orders.',
  ),
  'dispute_fee.charged': entry('operator')(DisputeFee, 'The payment provider charged the service a fee for a dispute.'),
  'dispute_fee.returned': entry('operator')(DisputeFee, 'The payment provider returned its fee for a dispute.'),
  'fees.drawn': entry('operator')(
    Type.Object({ amount: Amount, currency: Currency, reference: Text('SEPA 2031-03-01'), mode: ModeName }),
    "The operator paid out fees to the service's own bank account.",
  ),
} satisfies Record<string, CatalogueEntry>;

type Registered = { [T in keyof typeof catalogue]: Static<(typeof catalogue)[T]['data']> };

declare module '../core/events/append-events.ts' {
  interface EventDataByType extends Registered {}
}

export const eventTypes = Object.keys(catalogue) as (keyof typeof catalogue)[];
