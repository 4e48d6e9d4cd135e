/**
 * The events of orders. `data` is the order as interface B returns it, without its refunds, which have their own events,
 * and without its payment link, which is renewed whenever the order is read.
 */
import { Type } from 'typebox';
import { BeneficiaryRef, Count, Text } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { OrderInFullAnswer, OrderSplit } from './order-schemas.ts';

const { refunds: _refunds, payment_url: _paymentUrl, ...fields } = OrderInFullAnswer.properties;

export const orderEventFields = fields;

const Order = Type.Object(fields);
const company = eventFor('company');

export const orderEvents = {
  'order.created': company(Order, 'An order was recorded.'),
  'order.authorized': company(
    Order,
    'The customer has authorized the payment of an order with capture manual: the company captures it.',
  ),
  'order.reopened': company(Order, 'The authorization ended without a capture: the order is pending again.'),
  'order.paid': company(Order, 'The customer has paid, or the partner confirmed it.'),
  'order.cancelled': company(Order, 'A pending or authorized order was canceled.', { publishesEarnings: ['subject'] }),
  'order.partially_refunded': company(Order, 'The order was partly refunded.'),
  'order.refunded': company(Order, 'The order was fully refunded.'),
  'order.settled': company(Order, 'Every payee was credited.', { publishesEarnings: ['subject'] }),
  'order.deferred': company(Order, 'Clearing did not cover the order: it settles when money arrives.'),
  'order.held': company(
    Type.Object({
      ...fields,
      reason: Type.Optional(Text('The customer disputes it', 'The reason given when it was put on hold')),
    }),
    'The order is on hold and does not settle.',
  ),
  'order.released': company(Order, 'The order is no longer on hold.'),
  'order.partially_reversed': company(Order, 'Part of what the order paid its payees was reversed.', {
    publishesEarnings: ['subject'],
  }),
  'order.reversed': company(Order, 'Everything the order paid its payees was reversed.', {
    publishesEarnings: ['subject'],
  }),
  'order.voided': company(Order, 'Nothing of the order is left to settle.'),
  'order.restored': company(
    Order,
    'A refund failed after it had succeeded, or a dispute was won after a reversal: the order went back to an earlier payment or settlement status.',
  ),
  'split.assigned': company(
    Type.Object({
      ...fields,
      split: Count,
      beneficiary_type: OrderSplit.properties.beneficiary_type,
      beneficiary_ref: BeneficiaryRef,
    }),
    'An unassigned split was assigned to a link.',
  ),
} satisfies EventDeclarations;
