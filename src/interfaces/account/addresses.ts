/** Where the pages stand. Paths only: a `Host` header must never reach an address. */

import { pageAsset } from '../../pages/render-page.ts';
import { accountPath } from '../../people/addresses.ts';

/** What these pages add to the checkout's stylesheet. */
export const ownStylesheet = 'interfaces/account/views/account.css';
export const ownStylesheetPath = (): string => `${accountPath}/assets/${pageAsset(ownStylesheet).name}`;

export const paths = {
  home: accountPath,
  signIn: `${accountPath}/sign-in`,
  code: `${accountPath}/sign-in/code`,
  signUp: `${accountPath}/sign-up`,
  signUpSent: `${accountPath}/sign-up/sent`,
  resend: `${accountPath}/resend`,
  forgotten: `${accountPath}/forgotten`,
  forgottenSent: `${accountPath}/forgotten/sent`,
  profile: `${accountPath}/profile`,
  twoStep: `${accountPath}/profile/two-step`,
  sessions: `${accountPath}/profile/sessions`,
  /** Whom one is linked to; `src/invitations` serves it. */
  companies: `${accountPath}/companies`,
  /** Where one's money goes; `src/payouts` serves it. */
  bank: `${accountPath}/profile/bank`,
} as const;

/** A page of ours to go on to after signing in; anything else is the home page. */
export function safeNext(next: string): string {
  return /^\/account(\/[A-Za-z0-9-]+)*(\?[A-Za-z0-9=&-]*)?$/.test(next) ? next : paths.home;
}

/** A page that leads on to another of ours; home is where it leads anyway. */
export const withNext = (path: string, next: string): string =>
  next === paths.home ? path : `${path}?next=${encodeURIComponent(next)}`;
