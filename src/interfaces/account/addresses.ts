/** Addresses of the account pages. Paths only: a `Host` header must never influence an address. */

import { pageAsset } from '../../pages/render-page.ts';
import { accountPath, profilePath, signInPath, signUpPath } from '../../people/addresses.ts';

/** Loaded in addition to the checkout's stylesheet. */
export const ownStylesheet = 'interfaces/account/views/account.css';
export const ownStylesheetPath = (): string => `${accountPath}/assets/${pageAsset(ownStylesheet).name}`;

export const paths = {
  home: accountPath,
  signIn: signInPath,
  signUp: signUpPath,
  profile: profilePath,
  /** The linked companies; served by `src/invitations`. */
  companies: `${accountPath}/companies`,
  /** The bank account for payouts; served by `src/payouts`. */
  bank: `${accountPath}/profile/bank`,
} as const;

/** The account page to open after sign-in. Prevents open redirects: anything else becomes the home page. */
export function safeNext(next: string): string {
  return /^\/account(\/[A-Za-z0-9-]+)*(\?[A-Za-z0-9=&-]*)?$/.test(next) ? next : paths.home;
}

/** Adds the page to open next, unless it is the home page, which is the default. */
export const withNext = (path: string, next: string): string =>
  next === paths.home ? path : `${path}?next=${encodeURIComponent(next)}`;
