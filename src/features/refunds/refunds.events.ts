/** The events of refunds: of orders, with reversals and what is returned when one fails, and of payments. */
import { Type } from 'typebox';
import { Amount, NumericId, OrderRef } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { OrderRefundAnswer } from '../orders/order-schemas.ts';
import { RefundAnswer } from './refund-schemas.ts';

const OrderRefund = Type.Object({ order_id: NumericId, partner_order_ref: OrderRef, ...OrderRefundAnswer.properties });
const company = eventFor('company');
const merchant = eventFor('merchant', 'company');

export const orderRefundEvents = {
  'order_refund.created': company(OrderRefund, 'A refund of an order was accepted.', { publishesEarnings: ['refund'] }),
  'order_refund.deferred': company(
    Type.Object({ ...OrderRefund.properties, missing_amount: Amount }),
    'Clearing does not cover the refund: it is paid when money arrives.',
  ),
  'order_refund.succeeded': company(OrderRefund, 'The customer has the money of a refund.', {
    publishesEarnings: ['refund'],
  }),
  'order_refund.failed': company(
    OrderRefund,
    'The refund was refused, or failed after it had succeeded: every share is returned, immediately or from the next credit.',
    { publishesEarnings: ['refund'] },
  ),
  'order_reversal.succeeded': company(
    OrderRefund,
    'Shares of a charged-back order were reversed. The customer gets nothing.',
    { publishesEarnings: ['refund'] },
  ),
  'order_reversal.failed': company(
    OrderRefund,
    'A dispute was won, and undoes the reversal: every share is returned, immediately or from the next credit.',
    { publishesEarnings: ['refund'] },
  ),
  'restitution.deferred': company(
    Type.Object({ ...OrderRefund.properties, missing_amount: Amount }),
    'Clearing does not cover what a failed refund or reversal took: it is returned when money arrives.',
  ),
  'restitution.paid': company(
    OrderRefund,
    'The shares that a failed refund or reversal took were returned from clearing.',
    {
      publishesEarnings: ['refund'],
    },
  ),
} satisfies EventDeclarations;

export const paymentRefundEvents = {
  'refund.created': merchant(RefundAnswer, 'A refund of a payment was accepted.'),
  'refund.succeeded': merchant(RefundAnswer, 'The customer has the money of a refund.'),
  'refund.failed': merchant(
    RefundAnswer,
    'The provider refused the refund, or it failed after it had succeeded; its money was returned.',
  ),
} satisfies EventDeclarations;
