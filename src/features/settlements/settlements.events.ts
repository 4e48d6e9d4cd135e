/** The events of settlement runs. */
import { Type } from 'typebox';
import { Amount, Count, Currency, NumericId } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { SettlementAnswer } from './settlement-schemas.ts';

const company = eventFor('company');

export const settlementEvents = {
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
} satisfies EventDeclarations;
