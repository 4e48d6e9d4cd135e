/** The events of shadow orders: the order, and what was done with the balance owed to its restaurant. */
import { Type } from 'typebox';
import { Amount, BeneficiaryRef, NullableText, Text } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { orderEventFields } from '../orders/orders.events.ts';

const company = eventFor('company');

export const shadowOrderEvents = {
  'shadow_order.named': company(
    Type.Object({ ...orderEventFields, amount_moved: Amount }),
    'A ref was assigned to the restaurant of a shadow order.',
  ),
  'shadow_order.paid_outside': company(
    Type.Object({ ...orderEventFields, payment_ref: Text('transfer-88'), reference: NullableText, amount: Amount }),
    'Part of a shadow order was paid outside the service.',
  ),
  'shadow_order.claimed': company(
    Type.Object({ ...orderEventFields, claim_ref: Text('claim-1'), beneficiary_ref: BeneficiaryRef, amount: Amount }),
    'What was left of a shadow order was paid to a link.',
    { publishesEarnings: ['subject', 'claim'] },
  ),
} satisfies EventDeclarations;
