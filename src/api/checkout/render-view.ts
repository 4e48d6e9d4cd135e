/** Renders the checkout's templates. Must never contain a rule or build an address. */
import { type PageFrame, renderPage } from '../../core/pages/render-page.ts';
import type { Strings } from '../../features/checkout/strings/index.ts';

type LanguageLink = { href: string; name: string; lang: string; dir: 'ltr' | 'rtl'; current: boolean };

/** A shop with the addresses of its pictures. */
export type ShownShop = {
  name: string;
  initials: string;
  logoPath: string | null;
  contacts: { href: string; text: string }[];
  termsUrl: string | null;
};

/** What every page of the checkout has. */
export type CheckoutFrame = PageFrame & {
  t: Strings;
  lang: string;
  dir: 'ltr' | 'rtl';
  fontPath: string;
  scriptPath: string;
  accentPath: string | null;
  /** Null on pages that belong to no payment. */
  shop: ShownShop | null;
  /** None where the page can't be opened again. */
  languages: LanguageLink[];
  languageName: string;
  /** Whether the page is in a frame of the shop's. */
  framed: boolean;
  /** Where links lead that leave these pages: the whole window, from a frame. */
  target: '_top' | null;
  /** The page in a window of its own, from a frame. */
  windowPath: string | null;
  /** What the script needs to tell the shop's page, in JSON. */
  embed: string | null;
};

export const renderView = <Data extends CheckoutFrame>(
  view: 'payment' | 'transfer' | 'confirm' | 'ended' | 'receipt' | 'error',
  data: Data,
): string => renderPage(`api/checkout/views/${view}`, data);
