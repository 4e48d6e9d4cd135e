/** How to make each event of a company happen, by interface B with a test key pair. */
import { payAtCheckout } from './pay-at-checkout.ts';
import { goodCard, type Recipes, type Tools, uniqueRef } from './tools.ts';

const currency = 'USD';
const amount = 10;
/** Enough for what else waits in clearing, and more than clearing ever has here. */
const [plenty, tooMuch] = [100_000, 100_000_000_000];

type Order = { order_id: number; partner_order_ref: string; payment_url?: string };

const order = (tools: Tools, changes: object = {}) =>
  tools.data<Order>('POST', '/orders', {
    partner_order_ref: uniqueRef(),
    payment_source: 'card',
    total_amount: amount,
    currency,
    splits: [{ beneficiary_type: 'partner', amount }],
    ...changes,
  });

const act = (tools: Tools, { partner_order_ref: ref }: Order, what: string, body: object = {}) =>
  tools.data('POST', `/orders/${ref}/${what}`, body);

const topUp = (tools: Tools) => tools.data('POST', '/wallets/topups', { amount: plenty, currency });
const settle = (tools: Tools) => tools.data('POST', '/settlements', { currency });
const refund = (tools: Tools, one: Order, sum: number) =>
  act(tools, one, 'refunds', { refund_ref: uniqueRef(), amount: sum });

async function paid(tools: Tools): Promise<Order> {
  const one = await order(tools);
  await act(tools, one, 'confirm-payment');
  return one;
}

async function settled(tools: Tools): Promise<Order> {
  const one = await paid(tools);
  await topUp(tools);
  await settle(tools);
  return one;
}

/** An order that the customer pays here, so that its refund gives money back. */
async function paidAtCheckout(tools: Tools): Promise<Order> {
  const one = await order(tools, { payment_source: 'service' });
  await payAtCheckout(one.payment_url as string, goodCard);
  return one;
}

async function deferred(tools: Tools): Promise<void> {
  const one = await order(tools, {
    total_amount: tooMuch,
    splits: [{ beneficiary_type: 'partner', amount: tooMuch }],
  });
  await act(tools, one, 'confirm-payment');
  await settle(tools);
  // It would stop every later run.
  await act(tools, one, 'hold', { reason: 'A trial of missing funds' });
}

async function payout(tools: Tools): Promise<{ payout_id: string }> {
  await topUp(tools);
  const accounts = await tools.data<{ bank_account_id: string; status: string }[]>('GET', '/bank-accounts');
  const bank = accounts.find(({ status }) => status === 'active');
  if (bank === undefined) throw new Error('A payout needs a bank account: add one in the dashboard.');
  return tools.data('POST', '/payouts', {
    account: 'clearing',
    amount,
    currency,
    bank_account_id: bank.bank_account_id,
  });
}

const invite = (tools: Tools) =>
  tools.data<{ invitation_id: string }>('POST', '/invitations', {
    email: `${uniqueRef()}@example.com`,
    type: 'courier',
    name: 'Trial courier',
  });

const held = async (tools: Tools): Promise<Order> => {
  const one = await order(tools);
  await act(tools, one, 'hold', { reason: 'A trial' });
  return one;
};

export const companyRecipes: Recipes = {
  'order.created': (tools) => order(tools),
  'order.paid': paid,
  'order.cancelled': async (tools) => act(tools, await order(tools), 'cancel'),
  'order.held': held,
  'order.released': async (tools) => act(tools, await held(tools), 'release'),
  'order.settled': settled,
  'order.deferred': deferred,
  'shortfall.detected': deferred,
  'settlement.completed': settle,
  'order.partially_refunded': async (tools) => refund(tools, await paid(tools), 1),
  'order.refunded': async (tools) => refund(tools, await paid(tools), amount),
  'order.voided': async (tools) => refund(tools, await paid(tools), amount),
  'order.partially_reversed': async (tools) => refund(tools, await settled(tools), 1),
  'order.reversed': async (tools) => refund(tools, await settled(tools), amount),
  'order_refund.succeeded': async (tools) => refund(tools, await paid(tools), 1),
  'order_refund.created': async (tools) => refund(tools, await paidAtCheckout(tools), 1),
  'payment.created': async (tools) => order(tools, { payment_source: 'service' }),
  'payment.paid': paidAtCheckout,
  'top_up.succeeded': (tools) => topUp(tools),
  'transfer.succeeded': async (tools) => {
    await settled(tools);
    await tools.data('POST', '/wallets/transfers', { amount: 1, currency });
  },
  'payout.requested': payout,
  'payout.cancelled': async (tools) => {
    const { payout_id: id } = await payout(tools);
    await tools.data('POST', `/payouts/${id}/cancel`);
  },
  'invitation.revoked': async (tools) => {
    const { invitation_id: id } = await invite(tools);
    await tools.data('POST', `/invitations/${id}/revoke`);
  },
};
