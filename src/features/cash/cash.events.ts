/** The events of cash that payees collect for a company. */
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { HandoverAnswer } from './cash-schemas.ts';

const company = eventFor('company');

export const cashEvents = {
  'cash_handover.recorded': company(
    HandoverAnswer,
    'One side said that cash was handed over; it counts once the other side confirms it.',
  ),
  'cash_handover.posted': company(
    HandoverAnswer,
    'A payee no longer holds this cash: it was handed over and confirmed, given back to a customer, or is owed from now on.',
    { publishesEarnings: ['subject'] },
  ),
  'cash_handover.declined': company(HandoverAnswer, 'Cash that was said to be handed over was declined, or withdrawn.'),
} satisfies EventDeclarations;
