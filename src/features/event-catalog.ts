/**
 * All events, joined from the features' `<feature>.events.ts` in the order in which the API reference shows them.
 * Appending a type that is not among them, or data of another shape, does not compile. The declarations import the
 * features' answer schemas, which define the data, so nothing else of the features may import them.
 */
import type { Static } from 'typebox';
import { type EventDeclarations, earningsPublishersOf } from '../core/events/declare-events.ts';
import { cashEvents } from './cash/cash.events.ts';
import { debtEvents } from './debts/debts.events.ts';
import { linkEvents } from './links/links.events.ts';
import { orderEvents } from './orders/orders.events.ts';
import { disputeFeeEvents, paymentEvents } from './payments/payments.events.ts';
import { feeEvents, payoutEvents } from './payouts/payouts.events.ts';
import { orderRefundEvents, paymentRefundEvents } from './refunds/refunds.events.ts';
import { earningEvents } from './settlements/earnings/earnings.events.ts';
import { settlementEvents } from './settlements/settlements.events.ts';
import { shadowOrderEvents } from './shadow/shadow.events.ts';
import { commissionTransferEvents, topUpEvents } from './wallets/wallets.events.ts';

export const catalog = {
  ...orderEvents,
  ...orderRefundEvents,
  ...shadowOrderEvents,
  ...settlementEvents,
  ...topUpEvents,
  ...debtEvents,
  ...cashEvents,
  ...commissionTransferEvents,
  ...paymentEvents,
  ...paymentRefundEvents,
  ...earningEvents,
  ...payoutEvents,
  ...linkEvents,
  ...disputeFeeEvents,
  ...feeEvents,
} satisfies EventDeclarations;

type Registered = { [T in keyof typeof catalog]: Static<(typeof catalog)[T]['data']> };

declare module '../core/events/append-events.ts' {
  interface EventDataByType extends Registered {}
}

export const eventTypes = Object.keys(catalog) as (keyof typeof catalog)[];

export const earningsPublishers = earningsPublishersOf(catalog);
