/** What the pages' routes have in common: which payment, which browser, which fields, and where it leads. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf, type PayerActor, payerActor } from '../../access/actor.ts';
import { holderOfPublicId } from '../../database/public-id.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Simulator } from '../../funding/simulator.ts';
import { paymentPath } from '../../interfaces/checkout/addresses.ts';
import { isExpired } from '../../payments/capture-payment.ts';
import type { PayDeps } from '../../payments/pay-with-provider.ts';
import type { Payment, PaymentBase } from '../../payments/payment.ts';
import { findPayment } from '../../payments/payments.repository.ts';
import type { People } from '../../people/people.ts';
import { type Browser, browserDigest } from '../browser.ts';
import { ownAttempt } from './own-attempt.ts';

/** One base's pages and what they need. */
export type Checkout = PayDeps & { base: PaymentBase; publicUrl: string; people: People; simulator: Simulator };

export const browserCookie = 'sluice_checkout';

/** The payment an address names, under the base it was created through. @throws AppError `not_found`. */
export async function paymentOf({ db, base }: Checkout, request: FastifyRequest): Promise<Payment> {
  const { token } = request.params as { token: string };
  const holderId = holderOfPublicId('pay', token);
  const payment = holderId === undefined ? undefined : await findPayment(db, holderId, token);
  if (payment === undefined || payment.base !== base) throw new AppError('not_found');
  return payment;
}

/** The browser that sent the request. @param personId of the session, where a session is what pays. */
export const payerOf = (request: FastifyRequest, personId: string | null = null): PayerActor =>
  payerActor(personId, originOf(request));

export const isOpen = ({ clock }: Checkout, payment: Payment): boolean =>
  payment.status === 'created' && !isExpired(payment, clock);

/** The secret in the browser's signed cookie; the same that its forms' tokens are made of. */
export function browserOf(request: FastifyRequest): Browser {
  const cookie = request.cookies[browserCookie];
  const opened = cookie === undefined ? undefined : request.unsignCookie(cookie);
  return opened?.valid ? opened.value : undefined;
}

/** For a form's route: its token was checked against this very cookie. */
export function knownBrowserOf(request: FastifyRequest): string {
  const browser = browserOf(request);
  if (browser === undefined) throw new AppError('forbidden');
  return browser;
}

const rememberedMs = 3_600_000;

/** Only this browser is led back, and for an hour: on the real clock, because it limits who sees what. */
export function isEndedByBrowser(payment: Payment, browser: Browser): boolean {
  if (browser === undefined || payment.endedBy === null) return false;
  if (Date.now() - payment.updatedAt.getTime() > rememberedMs) return false;
  return payment.endedBy.equals(browserDigest(payment.id, browser));
}

/** 303: back to the payment's page. */
export const toPage = (reply: FastifyReply, payment: Payment): FastifyReply =>
  reply.redirect(paymentPath(payment), 303);

/** 303 after a payment has ended: the browser that ended it, or is about to, goes to its result, any other to the page. */
export async function toEnding(
  { db }: Checkout,
  reply: FastifyReply,
  payment: Payment,
  browser: Browser,
): Promise<FastifyReply> {
  const now = (await findPayment(db, payment.holderId, payment.id)) ?? payment;
  const own = isEndedByBrowser(now, browser) || (await ownAttempt({ db }, now, browser)) !== undefined;
  return own ? reply.redirect(`${paymentPath(payment)}/result`, 303) : toPage(reply, payment);
}
