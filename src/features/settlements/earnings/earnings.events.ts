/**
 * The events of a payee's earnings. Which movement of the ledger is which of them is decided in
 * core/events/earning-rules.ts.
 */
import { type EventDeclarations, eventFor } from '../../../core/events/declare-events.ts';
import { EarningsMovementAnswer } from './earnings-schemas.ts';

const payee = eventFor('merchant', 'courier');

export const earningEvents = {
  'earning.settled': payee(EarningsMovementAnswer, 'A share of an order was credited.'),
  'earning.reversed': payee(
    EarningsMovementAnswer,
    'A refund, a cancellation or a reversed bank transfer took something back; what the balance did not cover is owed.',
  ),
  'earning.restored': payee(EarningsMovementAnswer, 'A refund failed, and what it had taken was returned.'),
  'earning.forgiven': payee(
    EarningsMovementAnswer,
    'What was owed to the company was written off, or recorded as repaid outside the service.',
  ),
  'earning.recovered': payee(EarningsMovementAnswer, 'What was owed to the company was taken from earnings.'),
  'earning.netted': payee(
    EarningsMovementAnswer,
    "Earnings were kept from the company's cash that the payee holds, and left the balance.",
  ),
  'earning.owed': payee(
    EarningsMovementAnswer,
    'Cash that was not handed over, or whose bank transfer was reversed, is owed to the company from now on.',
  ),
  'earning.overpaid': payee(
    EarningsMovementAnswer,
    'A bank transfer of cash brought more than the payee held; the rest was credited to its earnings.',
  ),
} satisfies EventDeclarations;
