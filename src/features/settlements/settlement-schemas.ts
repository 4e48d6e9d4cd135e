/** Schemas of settlements in answers and events (docs/ledger.md, "Which orders settle"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Count,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  NullableRef,
  NullableText,
  NumericId,
  nullable,
  OrderRef,
} from '../../base/schemas/parts.ts';
import { beneficiaryTypes } from '../orders/order.ts';

export const partyFields = {
  beneficiary_type: Type.Enum([...beneficiaryTypes]),
  beneficiary_ref: NullableRef,
  name: NullableText,
  shadow_merchant_ref: Type.Optional(Type.String({ description: 'In the shadow ledger only' })),
};

const money = { is_shadow: Type.Boolean(), currency: Currency, amount: Amount };

const SettlementTotalAnswer = Type.Object(
  { ...partyFields, ...money, lines: Count },
  { title: 'SettlementTotal', description: "A payee's total in a settlement" },
);
export type PresentedTotal = Static<typeof SettlementTotalAnswer>;

const SettlementLineAnswer = Type.Object(
  { order_id: NumericId, partner_order_ref: OrderRef, ...partyFields, ...money },
  { title: 'SettlementLine', description: 'What a payee was credited for an order' },
);
export type PresentedLine = Static<typeof SettlementLineAnswer>;

const CurrencySum = Type.Object({ currency: Currency, amount: Amount }, { title: 'SettlementCredited' });

const settlementFields = {
  settlement_id: NumericId,
  mode: ModeName,
  status: Type.Enum(['running', 'done']),
  trigger: Type.Enum(['request', 'command', 'schedule', 'funds']),
  currency: nullable(Currency),
  orders_settled: Count,
  orders_awaiting_funds: Count,
  orders_on_hold: Count,
  started_at: Instant,
  finished_at: NullableInstant,
  credited: nullable(
    Type.Array(CurrencySum, {
      description:
        'What it credited in each currency. Null in lists while a settlement with very many orders runs, and for one from before this was kept',
    }),
  ),
  recorded: nullable(
    Type.Array(CurrencySum, {
      description: 'What it only recorded in the shadow ledger, of which nobody was credited. Null as `credited`',
    }),
  ),
};

export const SettlementAnswer = Type.Object(settlementFields, { title: 'Settlement' });
export type PresentedSettlement = Static<typeof SettlementAnswer>;

const parts = { totals: Type.Array(SettlementTotalAnswer), lines: Type.Array(SettlementLineAnswer) };

export const SettlementInFullAnswer = Type.Object(
  { ...settlementFields, ...parts, lines_next_cursor: NullableText },
  { title: 'SettlementInFull', description: 'A settlement with its totals by party and a page of its lines' },
);
export type PresentedSettlementInFull = Static<typeof SettlementInFullAnswer>;

const BlockedQueue = Type.Object(
  {
    currency: Currency,
    order_id: NumericId,
    partner_order_ref: OrderRef,
    amount: Amount,
    available: Amount,
    missing: Amount,
    orders_waiting: { ...Count, description: 'This order and those behind it that wait with it, at most 10,000' },
    missing_for_all: amountThatIs('What clearing lacks to settle all of them'),
  },
  { title: 'BlockedQueue', description: 'The first order of a currency that clearing cannot cover, and what it lacks' },
);

export const SettlementPreviewAnswer = Type.Object(
  {
    ...settlementFields,
    settlement_id: Type.Null(),
    status: Type.Literal('preview'),
    trigger: Type.Literal('request'),
    started_at: Type.Null(),
    finished_at: Type.Null(),
    ...parts,
    orders_recorded: { ...Count, description: 'Of those that settle, the ones only recorded in the shadow ledger' },
    blocked: Type.Array(BlockedQueue, { description: 'Where the queue of a currency stops; those behind wait' }),
  },
  { title: 'SettlementPreview' },
);
export type PresentedPreview = Static<typeof SettlementPreviewAnswer>;
