/**
 * The page of an open payment: merchant, amount, and the ways to pay. A wallet's balance is shown only to its own
 * session.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findHolderName } from '../../holders/holders.repository.ts';
import { paymentPath, scriptPath, stylesheetPath } from '../../interfaces/checkout/addresses.ts';
import { displayAmount } from '../../pages/display.ts';
import { fieldOf } from '../../pages/form-fields.ts';
import { html } from '../../pages/render-page.ts';
import type { Payment } from '../../payments/payment.ts';
import { displayHost } from '../../payments/return-address.ts';
import { openPaths, signUpPath } from '../../people/addresses.ts';
import { walletBalance } from '../../people/customer-wallet.ts';
import { customerOf } from '../../people/people.repository.ts';
import type { CardErrors } from '../card-form.ts';
import { presentEnded, printedTestCards } from '../present-checkout.ts';
import { renderView } from '../render-view.ts';
import type { Checkout } from './checkout-request.ts';

/** What is shown again, or reported, after a form was refused. Never a card number, a security code or a password. */
export type PageNotes = {
  method: 'card' | 'onlinewallet' | 'wallet';
  problem?: string;
  errors?: CardErrors;
  status: number;
};

export async function sendPaymentPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  notes?: PageNotes,
): Promise<FastifyReply> {
  const merchant = await findHolderName(checkout.db, payment.holderId);
  const wallet = await walletOf(checkout, request, payment);
  const awaitsCode = wallet === undefined && (await checkout.people.challengeOf(request.headers.cookie)) !== undefined;
  const amount = displayAmount(payment.amount, payment.currency);
  const testMode = payment.mode === 'test';
  const methods = methodsOf(checkout, payment);
  const title = `Pay ${amount} ${payment.currency} to ${merchant}`;
  const page = renderView('payment', {
    title: notes === undefined ? title : `Problem: ${title}`,
    testMode,
    stylesheetPath: stylesheetPath(),
    scriptPath: scriptPath(),
    expiresAt: payment.expiresAt.toISOString(),
    merchant,
    amount,
    currency: payment.currency,
    description: payment.description,
    host: payment.returnUrl === null ? null : displayHost(payment.returnUrl),
    path: paymentPath(payment),
    csrf: reply.formToken(),
    ...methods,
    method: notes?.method ?? (methods.card !== 'none' && wallet === undefined && !awaitsCode ? 'card' : 'wallet'),
    problem: notes?.problem,
    errors: notes?.errors ?? {},
    typed: notes === undefined ? noneTyped : typedIn(request),
    testCards: printedTestCards,
    wallet,
    awaitsCode,
    signUpPath,
  });
  return reply
    .code(notes?.status ?? 200)
    .type(html)
    .send(page);
}

export function sendTooMany(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  retryAfterSeconds: number,
): Promise<FastifyReply> {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const problem = `Too many attempts to sign in. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
  reply.header('retry-after', String(retryAfterSeconds));
  return sendPaymentPage(checkout, request, reply, payment, { method: 'wallet', problem, status: 429 });
}

/** The methods of the configured provider; without a provider, only the wallet. */
function methodsOf(
  { providers }: Checkout,
  payment: Payment,
): { card: 'here' | 'redirect' | 'none'; onlineWallet: boolean } {
  const provider = providers.find(payment.mode);
  if (provider === undefined) return { card: 'none', onlineWallet: false };
  const card = !provider.methods.includes('card') ? 'none' : provider.acceptsCard === undefined ? 'redirect' : 'here';
  return { card, onlineWallet: provider.methods.includes('onlinewallet') };
}

const noneTyped = { expiry: '', name: '', email: '' };

const typedIn = (request: FastifyRequest): typeof noneTyped => ({
  expiry: fieldOf(request, 'card_expiry'),
  name: fieldOf(request, 'card_name'),
  email: fieldOf(request, 'email'),
});

/** `balance` is null for a person without a wallet. */
type WalletView = { name: string; email: string; balance: string | null; isEnough: boolean; topUpPath: string };

async function walletOf(
  { db, people }: Checkout,
  request: FastifyRequest,
  payment: Payment,
): Promise<WalletView | undefined> {
  const person = await people.sessionOf(request.headers.cookie);
  if (person === undefined) return undefined;
  const { name, email } = person;
  const holderId = await customerOf(db, person.personId);
  const topUpPath = `${openPaths.topUp}?mode=${payment.mode}&currency=${payment.currency}`;
  if (holderId === undefined) return { name, email, balance: null, isEnough: false, topUpPath };
  const balance = await walletBalance(db, { holderId, mode: payment.mode }, payment.currency);
  const isEnough = balance >= payment.amount;
  return { name, email, balance: displayAmount(balance, payment.currency), isEnough, topUpPath };
}

/** The page of a payment that has ended. */
export async function sendEndedPage(
  { db }: Checkout,
  reply: FastifyReply,
  payment: Payment,
  own: boolean,
): Promise<FastifyReply> {
  const merchant = await findHolderName(db, payment.holderId);
  const frame = { testMode: payment.mode === 'test', stylesheetPath: stylesheetPath() };
  return reply.type(html).send(renderView('ended', { ...frame, ...presentEnded(payment, merchant, own) }));
}
