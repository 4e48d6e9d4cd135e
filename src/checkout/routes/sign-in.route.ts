/** POST …/sign-in and …/sign-out: the customer's session, for paying from a wallet. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRateWindow } from '../../http/rate-window.ts';
import { formRoute } from './addresses.ts';
import { type Checkout, fieldOf, isOpen, paymentOf, toPage } from './checkout-request.ts';
import { type PageNotes, sendPaymentPage } from './payment-page.ts';

const minuteMs = 60_000;
const rateKeysMax = 100_000;
const perAccountMax = 10;
const perAddressMax = 30;

export function signInRoute(app: FastifyInstance, checkout: Checkout): void {
  const attempts = createRateWindow({ windowMs: minuteMs, keysMax: rateKeysMax });
  const mayTry = (email: string, address: string): boolean =>
    attempts.take(`address ${address}`, perAddressMax).ok && attempts.take(`account ${email}`, perAccountMax).ok;

  app.route({
    method: 'POST',
    url: `${formRoute}/sign-in`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (!isOpen(checkout, payment)) return toPage(reply, payment);
      const email = fieldOf(request, 'email').trim();
      const password = fieldOf(request, 'password');
      if (!mayTry(email.toLowerCase(), request.ip)) {
        return sendPaymentPage(checkout, request, reply, payment, tooMany);
      }
      const signIn = await checkout.people.signIn({ email, password }, visitOf(request));
      if (!signIn.ok) return sendPaymentPage(checkout, request, reply, payment, wrong);
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
      reply.header('set-cookie', await checkout.people.signOut(request.headers.cookie));
      return toPage(reply, payment);
    },
  });
}

const tooMany: PageNotes = {
  method: 'wallet',
  problem: 'Too many attempts to sign in. Wait a minute, then try again.',
  status: 429,
};
const wrong: PageNotes = {
  method: 'wallet',
  problem: 'The e-mail address or the password is wrong. Check both and try again.',
  status: 422,
};

const visitOf = (request: FastifyRequest) => ({
  cookie: request.headers.cookie,
  address: request.ip,
  userAgent: request.headers['user-agent'],
});
