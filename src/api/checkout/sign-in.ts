/** POST …/sign-in and …/sign-out: the customer's session, to pay from a wallet. `people` counts the attempts. */
import type { FastifyInstance } from 'fastify';
import { formRoute } from '../shared/checkout-addresses.ts';
import { fieldOf, visitOf } from '../shared/form-fields.ts';
import { type Checkout, isOpen, paymentOf, toPage } from './checkout-request.ts';
import { type PageNotes, sendPaymentPage, sendTooMany } from './payment-page.ts';

export function signInRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/sign-in`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (!isOpen(checkout, payment)) return toPage(reply, payment);
      const email = fieldOf(request, 'email').trim();
      const password = fieldOf(request, 'password');
      const signIn = await checkout.people.signIn(visitOf(request), { email, password });
      if (!signIn.ok && signIn.reason === 'throttled') {
        return sendTooMany(checkout, request, reply, payment, signIn.retryAfterSeconds);
      }
      if (!signIn.ok && signIn.reason === 'wrong') return sendPaymentPage(checkout, request, reply, payment, wrong);
      reply.header('set-cookie', signIn.cookies);
      return toPage(reply, payment);
    },
  });
}

export function signOutRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/sign-out`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      reply.header('set-cookie', await checkout.people.signOut(visitOf(request)));
      return toPage(reply, payment);
    },
  });
}

const wrong: PageNotes = {
  method: 'wallet',
  problem: (t) => t.signInWrong,
  status: 422,
};
