/** What every page of a payment has around it: language, files, the shop and the switch of languages. */
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { type ShownMoney, showMoney } from '../../base/languages/display.ts';
import {
  directionOf,
  htmlLanguageOf,
  type Language,
  languageNames,
  languages,
} from '../../base/languages/languages.ts';
import type { Wording } from '../../core/wording/follow-wording.ts';
import { whatFor } from '../../features/checkout/present-checkout.ts';
import { presentShop } from '../../features/checkout/present-shop.ts';
import { stringsOf } from '../../features/checkout/strings/index.ts';
import { findShownHolder, type ShownHolder } from '../../features/holders/branding/branding.repository.ts';
import { noBranding } from '../../features/holders/branding/branding.ts';
import { type Payment, paidAmount } from '../../features/payments/payment.ts';
import { accentPath, logoPath, pageFiles, paymentPath } from '../shared/checkout-addresses.ts';
import { languageOf } from '../shared/reader-language.ts';
import { browserOf } from './checkout-request.ts';
import { frameOfShop, isSurelyFramed, toldToShop, windowPathOf } from './embedding.ts';
import type { HandOver } from './hand-over.ts';
import type { CheckoutFrame, ShownShop } from './render-view.ts';

type PaymentFrame = CheckoutFrame & {
  language: Language;
  shop: ShownShop;
  money: ShownMoney;
  what: string | null;
  path: string;
};

/** The query parameter of the switch of languages. */
export const languageParameter = 'language';

const nobody: ShownHolder = { ...noBranding, name: '', logoId: null };

/**
 * @param title given the amount and the shop's name.
 * @param page the part of the page's address after the payment's own, where it can be opened again.
 */
export async function frameOf(
  { db, handOver, wording }: { db: Database; handOver: HandOver; wording: Wording },
  request: FastifyRequest,
  payment: Payment,
  title: (amount: string, shop: string) => string,
  page: '' | '/result' | '/confirm' | '/receipt' = '',
): Promise<PaymentFrame> {
  const language = languageOf(request.headers);
  const t = stringsOf(language, wording.of(language));
  const { logoId, colour, ...shop } = presentShop((await findShownHolder(db, payment.holderId)) ?? nobody);
  const money = showMoney(paidAmount(payment), payment.currency, language);
  const path = paymentPath(payment);
  return {
    ...pageFiles(),
    t,
    language,
    lang: htmlLanguageOf(language),
    dir: directionOf(language),
    title: title(money.text, shop.name),
    testMode: payment.mode === 'test',
    accentPath: colour === null ? null : accentPath(colour),
    shop: { ...shop, logoPath: logoId === null ? null : logoPath(logoId) },
    money,
    what: whatFor(payment, t, language),
    path,
    languages: languages.map((one) => ({
      href: `${path}${page}?${languageParameter}=${one}`,
      name: languageNames[one],
      lang: htmlLanguageOf(one),
      dir: directionOf(one),
      current: one === language,
    })),
    languageName: languageNames[language],
    framed: isSurelyFramed(request),
    target: frameOfShop(request) === undefined ? null : '_top',
    windowPath: windowPathOf({ handOver }, request, payment, browserOf(request)),
    embed: toldToShop(request),
  };
}
