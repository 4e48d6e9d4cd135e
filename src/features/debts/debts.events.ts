/** The events of debts that are resolved without a bank transfer. */
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { DebtSettlementAnswer } from './debt-schemas.ts';

const owner = eventFor('company', 'merchant', 'customer');

export const debtEvents = {
  'debt.repaid': owner(
    DebtSettlementAnswer,
    'A debt to the service, or of a payee to the company, was recorded as repaid another way.',
    { publishesEarnings: ['subject'] },
  ),
  'debt.written_off': owner(
    DebtSettlementAnswer,
    'A debt to the service, or of a payee to the company, was written off.',
    { publishesEarnings: ['subject'] },
  ),
} satisfies EventDeclarations;
