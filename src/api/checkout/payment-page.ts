/**
 * The page of an open payment: merchant, amount, and the ways to pay. A wallet's balance is shown only to its own
 * session.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { showDays, showLatin, showMinutes, showMoney } from '../../base/languages/display.ts';
import type { Language } from '../../base/languages/languages.ts';
import { accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { html } from '../../core/pages/render-page.ts';
import { findOffer } from '../../features/bank-transfers/choose-transfer.ts';
import type { CardProblems } from '../../features/checkout/card-form.ts';
import {
  brandMarks,
  cardRules,
  moreTestCards,
  printedTestCards,
  printedTestCardsByBrand,
} from '../../features/checkout/present-checkout.ts';
import type { Strings } from '../../features/checkout/strings/index.ts';
import { endOf, type Payment } from '../../features/payments/payment.ts';
import { displayHost } from '../../features/payments/return-address.ts';
import { openTopUpPath, signUpPath } from '../../features/people/addresses.ts';
import { customerOf } from '../../features/people/people.repository.ts';
import { fieldOf } from '../shared/form-fields.ts';
import type { Checkout } from './checkout-request.ts';
import { frameOfShop, isWalletPage, walletPathOf } from './embedding.ts';
import { frameOf } from './page-frame.ts';
import { renderView } from './render-view.ts';

/** What is shown again, or reported, after a form was refused. Never a card number, a security code or a password. */
export type PageNotes = {
  /** The one that is open; by default as on a page without notes. */
  method?: 'card' | 'onlinewallet' | 'wallet' | 'bank_transfer';
  problem?: (t: Strings, language: Language) => string;
  problems?: CardProblems;
  /** Of the address for a bank transfer. */
  transferProblem?: (t: Strings) => string;
  status: number;
};

export async function sendPaymentPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  notes?: PageNotes,
): Promise<FastifyReply> {
  const frame = await frameOf(checkout, request, payment, () => '');
  const { t, language, money, shop } = frame;
  // Nobody types a password, or pays by one press, where another site's page is around it.
  const walletPath = frameOfShop(request) === undefined ? null : walletPathOf(payment);
  const hidesWallet = payment.manualCapture || walletPath !== null;
  const wallet = hidesWallet ? undefined : await walletOf(checkout, request, payment, language);
  const awaitsCode =
    walletPath === null &&
    wallet === undefined &&
    (await checkout.people.challengeOf(request.headers.cookie)) !== undefined;
  const methods = methodsOf(checkout, payment);
  const offer = await findOffer(checkout.db, payment);
  const opensWallet = isWalletPage(request) || awaitsCode || (wallet !== undefined && wallet.balance !== null);
  const now = checkout.clock.now(payment.holderId, payment.mode);
  const title = t.payTitle(money.text, shop.name);
  const host = payment.returnUrl === null ? null : showLatin(displayHost(payment.returnUrl), language);
  const page = renderView('payment', {
    ...frame,
    title: notes === undefined ? title : t.problemTitle(title),
    lead: t.payTo,
    secondsLeft: Math.ceil((endOf(payment).getTime() - now.getTime()) / 1_000),
    returnText: host === null ? null : t.returnTo(host),
    csrf: reply.formToken(),
    ...methods,
    // Money in a wallet can't be held for a capture.
    takesWallet: !payment.manualCapture,
    walletPath,
    method: notes?.method ?? (methods.card !== 'none' && !opensWallet ? 'card' : 'wallet'),
    problem: notes?.problem?.(t, language),
    problems: {
      ...inWords(notes?.problems ?? {}, t),
      ...(notes?.transferProblem && { transfer: notes.transferProblem(t) }),
    },
    transferText: offer === undefined ? null : t.bankTransferText(showDays(offer.daysToPay, language)),
    typed: {
      ...noneTyped,
      name: payment.knownName ?? '',
      receiptEmail: wallet?.email ?? payment.knownEmail ?? '',
      transferEmail: wallet?.email ?? payment.knownEmail ?? '',
      ...(notes !== undefined && typedIn(request, notes)),
    },
    // A company never learns who pays its orders.
    emailHint: payment.orderId === null ? t.receiptEmailHint(shop.name) : null,
    payLabel: t.pay(money.text),
    cardRules: cardRules(t),
    brandMarks: brandMarks(t),
    testCards: printedTestCards,
    moreTestCards,
    testCardsByBrand: printedTestCardsByBrand,
    wallet,
    awaitsCode,
    signUpPath,
  });
  return reply
    .code(notes?.status ?? 200)
    .type(html)
    .send(page);
}

const inWords = (problems: CardProblems, t: Strings): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t.problems[problem]]));

export function sendTooMany(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  retryAfterSeconds: number,
): Promise<FastifyReply> {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  reply.header('retry-after', String(retryAfterSeconds));
  return sendPaymentPage(checkout, request, reply, payment, {
    method: 'wallet',
    problem: (t, language) => t.tooManySignIns(showMinutes(minutes, language)),
    status: 429,
  });
}

/** The methods by which a provider can charge this payment; without one, only the wallet. */
export function methodsOf(
  { providers }: Pick<Checkout, 'providers'>,
  payment: Payment,
): { card: 'here' | 'redirect' | 'none'; onlineWallet: boolean } {
  const cards = providers.choose({ ...payment, method: 'card' });
  const card = cards === undefined ? 'none' : cards.acceptsCard === undefined ? 'redirect' : 'here';
  return { card, onlineWallet: providers.choose({ ...payment, method: 'onlinewallet' }) !== undefined };
}

const noneTyped = { expiry: '', name: '', email: '', receiptEmail: '', transferEmail: '' };

const typedIn = (request: FastifyRequest, { method }: PageNotes): Partial<typeof noneTyped> => ({
  expiry: fieldOf(request, 'card_expiry'),
  email: fieldOf(request, 'email'),
  ...(method === 'card' && { name: fieldOf(request, 'card_name'), receiptEmail: fieldOf(request, 'card_email') }),
  ...(method === 'bank_transfer' && { transferEmail: fieldOf(request, 'transfer_email') }),
});

/** `balance` is null for a person without a wallet. */
type WalletView = { name: string; email: string; balance: string | null; isEnough: boolean; topUpPath: string };

async function walletOf(
  { db, people }: Checkout,
  request: FastifyRequest,
  payment: Payment,
  language: Language,
): Promise<WalletView | undefined> {
  const person = await people.sessionOf(request.headers.cookie);
  if (person === undefined) return undefined;
  const { name, email } = person;
  const holderId = await customerOf(db, person.personId);
  const topUpPath = `${openTopUpPath}?mode=${payment.mode}&currency=${payment.currency}`;
  if (holderId === undefined) return { name, email, balance: null, isEnough: false, topUpPath };
  const { mode, currency } = payment;
  const balance = await findBalance(db, accountIn({ holderId, mode, currency }, ledgerAccount.wallet));
  const isEnough = balance >= payment.amount;
  return { name, email, balance: showMoney(balance, payment.currency, language).text, isEnough, topUpPath };
}
