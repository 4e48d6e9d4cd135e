/**
 * POST …/pay: the customer pays through a provider or from the wallet. Repeating it never pays twice, from any browser.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { logFailure } from '../../core/http/error-reply.ts';
import { isEmail } from '../../core/mail/address.ts';
import { chooseTransfer } from '../../features/bank-transfers/choose-transfer.ts';
import { browserDigest } from '../../features/checkout/browser.ts';
import { anonymousPayer, type CardInput, readCardForm } from '../../features/checkout/card-form.ts';
import { type EndResult, payFromWallet, payThroughProvider } from '../../features/checkout/end-payment.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { formRoute, paymentPath } from '../shared/checkout-addresses.ts';
import { fieldOf } from '../shared/form-fields.ts';
import { languageOf } from '../shared/reader-language.ts';
import { type Checkout, isOpen, knownBrowserOf, payerOf, paymentOf, toEnding, toPage } from './checkout-request.ts';
import { type PageNotes, sendPaymentPage } from './payment-page.ts';

const refused = 422;
const unavailable = 503;

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
        case 'onlinewallet':
          return byProvider(checkout, request, reply, payment, 'onlinewallet', undefined, { name: 'Online wallet' });
        case 'bank_transfer':
          return byTransfer(checkout, request, reply, payment);
        case 'wallet':
          return byWallet(checkout, request, reply, payment);
        default:
          throw new AppError('validation_failed');
      }
    },
  });
}

async function byCard(checkout: Checkout, request: FastifyRequest, reply: FastifyReply, payment: Payment) {
  // A provider that takes the card on its own page must never receive one from ours.
  if (checkout.providers.choose({ ...payment, method: 'card' })?.acceptsCard === undefined) {
    return byProvider(checkout, request, reply, payment, 'card', undefined, { name: anonymousPayer });
  }
  const input: CardInput = {
    number: fieldOf(request, 'card_number'),
    expiry: fieldOf(request, 'card_expiry'),
    cvc: fieldOf(request, 'card_cvc'),
    name: fieldOf(request, 'card_name'),
    email: fieldOf(request, 'card_email'),
  };
  const form = readCardForm(input, checkout.clock.now(payment.holderId, payment.mode));
  if (!form.ok) {
    const notes: PageNotes = { method: 'card', problems: form.problems, status: refused };
    return sendPaymentPage(checkout, request, reply, payment, notes);
  }
  const payer = { name: form.payerName, email: form.payerEmail };
  return byProvider(checkout, request, reply, payment, 'card', { number: form.number }, payer);
}

/** The payment stays open: the page says from now on where to transfer the money. */
async function byTransfer(checkout: Checkout, request: FastifyRequest, reply: FastifyReply, payment: Payment) {
  const email = fieldOf(request, 'transfer_email').trim();
  if (email !== '' && !isEmail(email)) {
    const notes: PageNotes = {
      method: 'bank_transfer',
      transferProblem: (t) => t.problems.email_wrong,
      status: refused,
    };
    return sendPaymentPage(checkout, request, reply, payment, notes);
  }
  const browser = browserDigest(payment.id, knownBrowserOf(request));
  const payer = { email: email === '' ? null : email, language: languageOf(request.headers), browser };
  try {
    await inTransaction(checkout.db, (tx) => chooseTransfer(payerOf(request), tx, checkout, payment, payer), payment);
  } catch (error) {
    // It ended a moment ago, or the operator takes no transfers any more: its page says how it is.
    if (!(error instanceof AppError) || error.code !== 'invalid_state') throw error;
  }
  return toPage(reply, payment);
}

async function byProvider(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  method: 'card' | 'onlinewallet',
  card: { number: string } | undefined,
  payer: { name: string; email?: string | null },
) {
  const merchant = await findHolderName(checkout.db, payment.holderId);
  const returnAddress = `${checkout.publicUrl}${paymentPath(payment)}`;
  const { name: payerName, email: payerEmail = null } = payer;
  const payerLanguage = languageOf(request.headers);
  const pay = { method, card, payerName, payerEmail, payerLanguage, returnAddress, merchant };
  const result = await payThroughProvider(payerOf(request), checkout, payment, pay, knownBrowserOf(request));
  return answer(checkout, request, reply, payment, method, result);
}

async function byWallet(checkout: Checkout, request: FastifyRequest, reply: FastifyReply, payment: Payment) {
  const person = await checkout.people.sessionOf(request.headers.cookie);
  if (person === undefined) {
    const notes: PageNotes = { method: 'wallet', problem: (t) => t.signInFirst, status: refused };
    return sendPaymentPage(checkout, request, reply, payment, notes);
  }
  const result = await payFromWallet(
    payerOf(request, person.personId),
    checkout,
    payment,
    { ...person, language: languageOf(request.headers) },
    knownBrowserOf(request),
  );
  return answer(checkout, request, reply, payment, 'wallet', result);
}

async function answer(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  method: NonNullable<PageNotes['method']>,
  result: EndResult,
) {
  if (result.ok || result.reason === 'over' || result.reason === 'processing') {
    return toEnding(checkout, reply, payment, knownBrowserOf(request));
  }
  if (result.reason === 'continue') return reply.redirect(`${paymentPath(payment)}/continue`, 303);
  const { reason } = result;
  if (reason === 'unavailable') {
    logFailure(request, result.failure, checkout.outages);
    const problem: PageNotes['problem'] = (t) => t.refusals.processing_error;
    return sendPaymentPage(checkout, request, reply, payment, { method, problem, status: unavailable });
  }
  const told: Partial<PageNotes> =
    reason === 'unknown_number'
      ? { problems: { number: 'number_not_a_test_card' } }
      : { problem: (t) => t.refusals[reason] };
  return sendPaymentPage(checkout, request, reply, payment, { method, ...told, status: refused });
}
