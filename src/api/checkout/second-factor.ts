/**
 * POST …/second-factor: the code after the password, for customers with a second factor. There is no session before it.
 */
import type { FastifyInstance } from 'fastify';
import { formRoute } from '../shared/checkout-addresses.ts';
import { fieldOf, visitOf } from '../shared/form-fields.ts';
import { type Checkout, isOpen, paymentOf, toPage } from './checkout-request.ts';
import { type PageNotes, sendPaymentPage, sendTooMany } from './payment-page.ts';

export function secondFactorRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/second-factor`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (!isOpen(checkout, payment)) return toPage(reply, payment);
      const step = await checkout.people.passSecondFactor(visitOf(request), fieldOf(request, 'code'));
      if (step.ok) {
        reply.header('set-cookie', step.cookies);
        return toPage(reply, payment);
      }
      if (step.reason === 'throttled') return sendTooMany(checkout, request, reply, payment, step.retryAfterSeconds);
      return sendPaymentPage(checkout, request, reply, payment, notes[step.reason]);
    },
  });
}

const notes: Record<'wrong' | 'expired', PageNotes> = {
  wrong: {
    method: 'wallet',
    problem: (t) => t.codeWrong,
    status: 422,
  },
  expired: { method: 'wallet', problem: (t) => t.signInTooLong, status: 422 },
};
