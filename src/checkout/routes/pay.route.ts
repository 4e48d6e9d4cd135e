/** POST …/pay: the customer pays by card or from the wallet. A second POST never pays again, whoever sends it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Payment } from '../../payments/payment.ts';
import { type CardInput, readCardForm } from '../card-form.ts';
import { type EndResult, payByCard, payFromWallet } from '../end-payment.ts';
import { refusalTexts } from '../present-checkout.ts';
import { formRoute } from './addresses.ts';
import { type Checkout, fieldOf, isOpen, knownBrowserOf, paymentOf, toEnding } from './checkout-request.ts';
import { type PageNotes, sendPaymentPage } from './payment-page.ts';

const refused = 422;

export function payRoute(app: FastifyInstance, checkout: Checkout): void {
  app.route({
    method: 'POST',
    url: `${formRoute}/pay`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const payment = await paymentOf(checkout, request);
      if (!isOpen(checkout, payment)) return toEnding(checkout, reply, payment, knownBrowserOf(request));
      switch (fieldOf(request, 'method')) {
        case 'card':
          return byCard(checkout, request, reply, payment);
        case 'wallet':
          return byWallet(checkout, request, reply, payment);
        default:
          throw new AppError('validation_failed');
      }
    },
  });
}

async function byCard(checkout: Checkout, request: FastifyRequest, reply: FastifyReply, payment: Payment) {
  if (payment.mode !== 'test') throw new AppError('validation_failed');
  const input: CardInput = {
    number: fieldOf(request, 'card_number'),
    expiry: fieldOf(request, 'card_expiry'),
    cvc: fieldOf(request, 'card_cvc'),
    name: fieldOf(request, 'card_name'),
  };
  const form = readCardForm(input, checkout.clock.now(payment.holderId, payment.mode));
  if (!form.ok) {
    const notes: PageNotes = { method: 'card', errors: form.errors, status: refused };
    return sendPaymentPage(checkout, request, reply, payment, notes);
  }
  const result = await payByCard(checkout, payment, form, knownBrowserOf(request));
  return answer(checkout, request, reply, payment, 'card', result);
}

async function byWallet(checkout: Checkout, request: FastifyRequest, reply: FastifyReply, payment: Payment) {
  const person = await checkout.people.sessionOf(request.headers.cookie);
  if (person === undefined) {
    const notes: PageNotes = { method: 'wallet', problem: 'Sign in to pay from your wallet.', status: refused };
    return sendPaymentPage(checkout, request, reply, payment, notes);
  }
  const result = await payFromWallet(checkout, payment, person, knownBrowserOf(request));
  return answer(checkout, request, reply, payment, 'wallet', result);
}

async function answer(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  method: PageNotes['method'],
  result: EndResult,
) {
  if (result.ok || result.reason === 'over') return toEnding(checkout, reply, payment, knownBrowserOf(request));
  const text = refusalTexts[result.reason];
  const told = result.reason === 'unknown_number' ? { errors: { number: text } } : { problem: text };
  return sendPaymentPage(checkout, request, reply, payment, { method, ...told, status: refused });
}
