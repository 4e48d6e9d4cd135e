/**
 * Addresses under `/account`, where people's pages stood before the dashboard: in mails that were sent and in bookmarks.
 * Each leads to its screen, with its token and what to open next. Pure.
 */
import { modes } from '../../money/mode.ts';
import {
  confirmPath,
  forgottenPath,
  invitationsPath,
  liftPath,
  lockedOutPath,
  openPaths,
  profilePath,
  resendPath,
  resetPath,
  signInPath,
  signUpPath,
} from '../../people/addresses.ts';

export const formerPath = '/account';

const screens = new Map(
  Object.entries({
    '': '/',
    'sign-in': signInPath,
    'sign-in/code': signInPath,
    'sign-out': signInPath,
    'sign-up': signUpPath,
    'sign-up/sent': signUpPath,
    resend: resendPath,
    forgotten: forgottenPath,
    'forgotten/sent': forgottenPath,
    'locked-out': lockedOutPath,
    'locked-out/sent': lockedOutPath,
    profile: profilePath,
    'profile/two-step': profilePath,
    'profile/sessions': profilePath,
    'profile/bank': openPaths.bankAccounts,
    companies: openPaths.companies,
  }),
);

/** Each also stood under a mode. */
const ofMode = new Map(
  Object.entries({
    '': openPaths.wallet,
    payments: openPaths.walletPayments,
    'top-up': openPaths.topUp,
    payouts: openPaths.payouts,
  }),
);

/** What came before a token, and what the token follows now. */
const ofToken = new Map(
  Object.entries({
    verify: confirmPath,
    reset: resetPath,
    lift: liftPath,
    invitations: invitationsPath,
  }),
);

type Query = { next?: unknown; currency?: unknown };

/** @param path what follows `/account`. @returns undefined for an address that nothing stood at. */
export function movedTo(path: string, { next, currency }: Query = {}): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const whole = parts.join('/');
  const mode = modes.find((one) => one === parts[0]);
  const ofBook = mode === undefined ? ofMode.get(whole || 'home') : ofMode.get(parts.slice(1).join('/'));
  if (ofBook !== undefined) return withQuery(ofBook, { mode, currency: readCurrency(currency) });
  const screen = screens.get(whole);
  if (screen !== undefined) return withQuery(screen, { next: readNext(next) });
  return withToken(parts) ?? (endOfLink.test(whole) ? openPaths.companies : undefined);
}

const endOfLink = /^companies\/\d+\/end$/;
const answers = ['accept', 'decline'];

function withToken([kind = '', token, answer, ...more]: string[]): string | undefined {
  const base = ofToken.get(kind);
  const isWhole = answer === undefined || (base === invitationsPath && answers.includes(answer));
  if (base === undefined || token === undefined || !isWhole || more.length > 0) return undefined;
  return `${base}/${encodeURIComponent(token)}`;
}

const readCurrency = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[A-Z]{3}$/.test(text) ? text : undefined;

/** Only what an address here leads to. Prevents open redirects. */
function readNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith(`${formerPath}/`)) return undefined;
  const [path = '', query] = next.slice(formerPath.length).split('?', 2);
  const to = movedTo(path, { currency: new URLSearchParams(query).get('currency') });
  return to === '/' ? undefined : to;
}

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
