/**
 * The page of an open payment: who asks for how much, and the ways to pay. What a wallet holds is looked up for the
 * session that asks, and for no one else.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Payment } from '../../payments/payment.ts';
import { findHolderName } from '../../payments/payments.repository.ts';
import { displayHost } from '../../payments/return-address.ts';
import { paymentPath } from '../../payments/routes/payment-url.ts';
import { walletBalance } from '../../people/customer-wallet.ts';
import { customerOf } from '../../people/people.repository.ts';
import type { CardErrors } from '../card-form.ts';
import { displayAmount, presentEnded, printedTestCards } from '../present-checkout.ts';
import { renderView } from '../views.ts';
import { scriptPath, stylesheetPath } from './addresses.ts';
import { type Checkout, fieldOf } from './checkout-request.ts';

/** What is shown again, or told, after a form was refused. Never a card number, a security code or a password. */
export type PageNotes = {
  method: 'card' | 'onlinewallet' | 'wallet';
  problem?: string;
  errors?: CardErrors;
  status: number;
};

export const html = 'text/html; charset=utf-8';

export async function sendPaymentPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  notes?: PageNotes,
): Promise<FastifyReply> {
  const merchant = await findHolderName(checkout.db, payment.holderId);
  const wallet = await walletOf(checkout, request, payment);
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
    host: payment.returnUrl === null ? null : displayHost(payment.returnUrl),
    path: paymentPath(payment),
    csrf: reply.generateCsrf(),
    ...methods,
    method: notes?.method ?? (methods.card !== 'none' && wallet === undefined ? 'card' : 'wallet'),
    problem: notes?.problem,
    errors: notes?.errors ?? {},
    typed: notes === undefined ? noneTyped : typedIn(request),
    testCards: printedTestCards,
    wallet,
  });
  return reply
    .code(notes?.status ?? 200)
    .type(html)
    .send(page);
}

/** What the configured provider offers; where there is none, only the wallet is left. */
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
type WalletView = { name: string; email: string; balance: string | null; isEnough: boolean };

async function walletOf(
  { db, people }: Checkout,
  request: FastifyRequest,
  payment: Payment,
): Promise<WalletView | undefined> {
  const person = await people.sessionOf(request.headers.cookie);
  if (person === undefined) return undefined;
  const { name, email } = person;
  const holderId = await customerOf(db, person.personId);
  if (holderId === undefined) return { name, email, balance: null, isEnough: false };
  const balance = await walletBalance(db, { holderId, mode: payment.mode }, payment.currency);
  return { name, email, balance: displayAmount(balance, payment.currency), isEnough: balance >= payment.amount };
}

/** The page of a payment that is over. */
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
