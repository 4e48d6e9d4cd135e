/** What only `start` has: the demo's logins, and pages that stand in for a shop. Must never be part of `serve`. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { demoLoginsPath } from '../../api/dashboard/addresses.ts';
import { serviceAnswers } from '../../api/operations/answers.ts';
import { Text } from '../../base/schemas/parts.ts';
import { jsonAnswer } from '../../core/http/answers.ts';
import type { DemoFacts } from '../demo/demo.ts';
import { codesOf } from '../demo/demo-second-factor.ts';
import { developmentPage, type MailboxDeps, mailboxPages, sendDevelopmentPage } from './mailbox.ts';

const DemoLogins = Type.Array(
  Type.Object({
    account: Text('customer'),
    email: Text('customer@sluice.localhost'),
    password: Text('NVAUyYIlfM1b'),
    codes: Type.Array(Text('123456')),
  }),
);

const demoAccounts = ['company', 'merchant', 'restaurant', 'courier', 'customer', 'operator'] as const;

function demoLoginsRoute(app: FastifyInstance, facts: () => DemoFacts | undefined): void {
  const response = serviceAnswers({ 200: jsonAnswer(DemoLogins, 'The demo accounts') });
  app.get(demoLoginsPath, { schema: { hide: true, response } }, async () => {
    const known = facts();
    if (known === undefined) return [];
    const codes = codesOf(known.operator.second_factor);
    return demoAccounts.map((account) => {
      const { email, password } = known[account];
      return { account, email, password, codes: account === 'operator' ? codes : [] };
    });
  });
}

/** Where a customer of the demo's shop comes back to. */
const shopPages = [
  {
    path: '/dev/return',
    title: 'Back at the shop: paid',
    text: 'The customer has paid, and the shop thanks them here.',
  },
  {
    path: '/dev/cancel',
    title: 'Back at the shop: canceled',
    text: 'The customer has canceled. The shop shows the cart again.',
  },
] as const;

/**
 * The mailbox, the demo's logins for the front page, and the return page of the demo shop, which shows what a shop would
 * receive. @param deps.facts the demo's facts, undefined until they are known.
 */
export function developmentPages(
  app: FastifyInstance,
  deps: MailboxDeps & { facts: () => DemoFacts | undefined },
): void {
  mailboxPages(app, deps);
  demoLoginsRoute(app, deps.facts);
  for (const page of shopPages) {
    app.get(page.path, { schema: developmentPage }, async (request, reply) => {
      const query = new URL(request.raw.url ?? '', 'http://localhost').searchParams;
      return sendDevelopmentPage(reply, 'return', { ...page, pairs: [...query] });
    });
  }
}
