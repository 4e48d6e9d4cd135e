/** What the checkout's routes share: the payment, the browser, form fields and redirects. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TestClockReader } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { originOf, type PayerActor, payerActor } from '../../core/access/actor.ts';
import type { OutageLog } from '../../core/http/outage-log.ts';
import type { Wording } from '../../core/wording/follow-wording.ts';
import { type Browser, browserDigest } from '../../features/checkout/browser.ts';
import { isExpired } from '../../features/payments/capture-payment.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment, PaymentBase } from '../../features/payments/payment.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import type { People } from '../../features/people/people.ts';
import type { Simulator } from '../../features/providers/simulator/simulator.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import { handedBrowserOf } from './embedding.ts';
import type { HandOver } from './hand-over.ts';
import { findOwnAttempt } from './own-attempt.ts';

/** The dependencies of one base's pages. */
export type Checkout = PayDeps & {
  base: PaymentBase;
  publicUrl: string;
  people: People;
  simulator: Simulator;
  testClocks: TestClockReader;
  outages: OutageLog;
  handOver: HandOver;
  wording: Wording;
};

export const browserCookie = 'sluice_checkout';

/** The payment in the address, under the base it was created through. @throws AppError `not_found`. */
export async function paymentOf({ db, base, testClocks }: Checkout, request: FastifyRequest): Promise<Payment> {
  const { token } = request.params as { token: string };
  const holderId = holderOfPublicId('pay', token);
  const payment = holderId === undefined ? undefined : await findPayment(db, holderId, token);
  if (payment === undefined || payment.base !== base) throw new AppError('not_found');
  if (payment.mode === 'test') await testClocks.catchUp();
  return payment;
}

/** The browser that sent the request. @param personId of the session, where a session is what pays. */
export const payerOf = (request: FastifyRequest, personId: string | null = null): PayerActor =>
  payerActor(personId, originOf(request));

export const isOpen = ({ clock }: Checkout, payment: Payment): boolean =>
  payment.status === 'created' && !isExpired(payment, clock);

/**
 * The secret in the browser's signed cookie, from which its CSRF tokens are derived; of the frame, in a window that took over
 * from it.
 */
export function browserOf(request: FastifyRequest): Browser {
  const handed = handedBrowserOf(request);
  if (handed !== undefined) return handed;
  const cookie = request.cookies[browserCookie];
  const opened = cookie === undefined ? undefined : request.unsignCookie(cookie);
  return opened?.valid ? opened.value : undefined;
}

/** For form routes: the CSRF check has verified this cookie. */
export function knownBrowserOf(request: FastifyRequest): string {
  const browser = browserOf(request);
  if (browser === undefined) throw new AppError('forbidden');
  return browser;
}

const rememberedMs = 3_600_000;

/**
 * Only the browser that ended the payment is redirected to the merchant, for an hour. On the real clock, because this
 * limits access.
 */
export function isEndedByBrowser(payment: Payment, browser: Browser): boolean {
  if (browser === undefined || payment.endedBy === null) return false;
  // Refunds and disputes change a payment that has long ended.
  const endedAt = payment.paidAt ?? payment.updatedAt;
  if (Date.now() - endedAt.getTime() > rememberedMs) return false;
  return payment.endedBy.equals(browserDigest(payment.id, browser));
}

/** 303 to the payment's page. */
export const toPage = (reply: FastifyReply, payment: Payment): FastifyReply =>
  reply.redirect(paymentPath(payment), 303);

/** 303 after a payment has ended: to the result for the browser that ended it, to the payment's page for any other. */
export async function toEnding(
  { db }: Checkout,
  reply: FastifyReply,
  payment: Payment,
  browser: Browser,
): Promise<FastifyReply> {
  // The attempt first: one that ends between the two reads is then seen in the payment.
  const attempt = await findOwnAttempt(db, payment, browser);
  const now = (await findPayment(db, payment.holderId, payment.id)) ?? payment;
  const own = attempt !== undefined || isEndedByBrowser(now, browser);
  return own ? reply.redirect(`${paymentPath(payment)}/result`, 303) : toPage(reply, payment);
}
