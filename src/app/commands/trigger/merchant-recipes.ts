/** How to make each event of a merchant happen, by interface A with a test key pair. */
import { payAtCheckout } from './pay-at-checkout.ts';
import { badCard, goodCard, type Recipes, type Tools, uniqueRef } from './tools.ts';

type Payment = { token: string; payment_url: string };

const create = (tools: Tools) =>
  tools.data<Payment>('POST', '/payment/create', {
    amount: '10.00',
    currency: 'USD',
    return_url: 'https://example.com/paid',
    custom: uniqueRef(),
  });

async function pay(tools: Tools, card = goodCard): Promise<Payment> {
  const payment = await create(tools);
  await payAtCheckout(payment.payment_url, card);
  return payment;
}

const refund = async (tools: Tools): Promise<unknown> => {
  const { token } = await pay(tools);
  return tools.data('POST', '/payment/refund', { token, refund_ref: uniqueRef(), amount: '1.00' });
};

export const merchantRecipes: Recipes = {
  'payment.created': create,
  'payment.paid': (tools) => pay(tools),
  'payment.declined': (tools) => pay(tools, badCard),
  'payment.cancelled': async (tools) => {
    const { token } = await create(tools);
    return tools.data('POST', '/payment/cancel', { token });
  },
  'refund.created': refund,
  'refund.succeeded': refund,
};
