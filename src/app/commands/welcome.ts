/** What `start` prints when everything runs: addresses, logins, keys, and two commands to paste. */
import type { DemoFacts } from '../demo/demo.ts';
import { table } from './output.ts';

export function welcome(facts: DemoFacts): string {
  const { merchant, company, operator, customer, restaurant: restaurateur, courier: rider } = facts;
  const [restaurant] = company.links.merchant;
  const [courier] = company.links.courier;
  const json = "-H 'Content-Type: application/json'";
  const order = {
    partner_order_ref: `hello-${Date.now().toString(36)}`,
    payment_source: 'card',
    total_amount: 25,
    currency: 'USD',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: restaurant?.id, amount: 18.5 },
      { beneficiary_type: 'courier', beneficiary_ref: courier?.id, amount: 4 },
      { beneficiary_type: 'partner', amount: 2.5 },
    ],
  };
  const payment = {
    amount: '12.50',
    currency: 'USD',
    return_url: `${facts.origin}/dev/return`,
    cancel_url: `${facts.origin}/dev/cancel`,
    custom: 'my-order-1',
  };
  const keys = { client_id: merchant.test.client_id, secret_id: merchant.test.secret_id };
  const token = `$(curl -s ${facts.base_url}/authentication/token ${json} -d '${JSON.stringify(keys)}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  return `
${table([
  ['Dashboard', facts.dashboard],
  ['Merchant payments', facts.base_url],
  ['Partner orders', facts.partner_base_url],
  ['Mailbox', `${facts.origin}/dev/mail`],
  ['API reference', `${facts.origin}/docs`],
  ['Health', `${facts.origin}/health/ready`],
])}

${table([
  ['Login', 'Email', 'Password'],
  ['operator', operator.email, operator.password],
  ['merchant', merchant.email, merchant.password],
  ['company', company.email, company.password],
  ['customer', customer.email, customer.password],
  ['restaurant', restaurateur.email, restaurateur.password],
  ['courier', rider.email, rider.password],
])}
The sign-in page shows the code that the operator also needs. For an authenticator app, the secret is ${operator.second_factor}.

${table([
  ['Keys', 'Client ID', 'Secret'],
  ['merchant test', merchant.test.client_id, merchant.test.secret_id],
  ['merchant live', merchant.live.client_id, merchant.live.secret_id],
  ['company test', company.test.client_id, company.test.client_secret],
  ['company live', company.live.client_id, company.live.client_secret],
])}

Take a payment, then open its payment_url in a browser:

curl -s ${facts.base_url}/payment/create -H "Authorization: Bearer ${token}" ${json} -d '${JSON.stringify(payment)}'

Record an order with splits:

curl -s ${facts.partner_base_url}/orders -H 'X-Client-Id: ${company.test.client_id}' -H 'X-Client-Secret: ${company.test.client_secret}' ${json} -d '${JSON.stringify(order)}'

All of this is also in demo.json in the data directory. Stop with Ctrl-C.`;
}
