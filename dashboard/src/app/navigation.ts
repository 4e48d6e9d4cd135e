/** The screens of each kind of holder, in the order of the side navigation. The first four make the bar on a phone. */
import type { Mode } from '../api/client.ts';
import type { Permission } from '../api/types.ts';
import type { StringId } from '../strings/strings.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { mayIn } from './may.ts';
import type { Holder } from './session.ts';
import { endsOfTrace, type FollowedTrace } from './trace-place.ts';

const base = '/h/$holderId/$mode';
const developersOnly = 'otherRole.developers';

type OperatorPlace =
  `${typeof base}/operator/${'explore' | 'payouts' | 'payout-files' | 'top-ups' | 'transfers' | 'bank-details' | 'reconciliation' | 'disputes' | 'margins' | 'limits' | 'second-factors' | 'accounts' | 'late-captures' | 'books' | 'health' | 'members' | 'single-sign-on' | 'audit' | 'wording'}`;

export type Place = {
  to:
    | '/h/$holderId/$mode'
    | '/h/$holderId/$mode/exceptions'
    | '/h/$holderId/$mode/orders'
    | '/h/$holderId/$mode/explore'
    | '/h/$holderId/$mode/payments'
    | '/h/$holderId/$mode/customers'
    | '/h/$holderId/$mode/disputes'
    | '/h/$holderId/$mode/wallets'
    | '/h/$holderId/$mode/earnings'
    | '/h/$holderId/$mode/companies'
    | '/h/$holderId/$mode/payouts'
    | '/h/$holderId/$mode/settlements'
    | '/h/$holderId/$mode/cash'
    | '/h/$holderId/$mode/shadow'
    | '/h/$holderId/$mode/links'
    | '/h/$holderId/$mode/developers/keys'
    | '/h/$holderId/$mode/webhooks'
    | '/h/$holderId/$mode/developers/events'
    | '/h/$holderId/$mode/developers/requests'
    | '/h/$holderId/$mode/developers/test-clock'
    | '/h/$holderId/$mode/developers/try'
    | '/h/$holderId/$mode/settings/members'
    | '/h/$holderId/$mode/settings/business'
    | '/h/$holderId/$mode/settings/audit'
    | '/h/$holderId/$mode/settings/branding'
    | '/h/$holderId/$mode/settings/account'
    | '/h/$holderId/$mode/settings/single-sign-on'
    | OperatorPlace;
  label: StringId;
  icon: IconName;
  /** Opened by those who may do this; by every member by default. `words` say to the others who may. */
  needs?: { action: Permission; words: StringId };
  /** It exists in this mode alone. */
  mode?: Mode;
  /** How many exceptions there are stands at it. */
  hasCount?: true;
  /** Where the addresses of further screens begin that belong to it. */
  leadsOn?: readonly string[];
};
const home: Place = { to: '/h/$holderId/$mode', label: 'home.title', icon: 'home' };
const exceptions: Place = { to: '/h/$holderId/$mode/exceptions', label: 'desk.title', icon: 'inbox', hasCount: true };
const explore: Place = { to: '/h/$holderId/$mode/explore', label: 'explore.title', icon: 'chart-bar' };
const orders: Place = { to: '/h/$holderId/$mode/orders', label: 'orders.title', icon: 'list-details' };
const payments: Place = { to: '/h/$holderId/$mode/payments', label: 'payments.title', icon: 'credit-card' };
const customers: Place = {
  to: '/h/$holderId/$mode/customers',
  label: 'customers.title',
  icon: 'users',
  needs: { action: 'payments.read_in_full', words: 'customers.who' },
};
const disputes: Place = { to: '/h/$holderId/$mode/disputes', label: 'dispute.title', icon: 'alert-triangle' };
const wallets: Place = {
  to: '/h/$holderId/$mode/wallets',
  label: 'wallets.title',
  icon: 'wallet',
  leadsOn: ['/top-ups'],
};
const earnings: Place = { to: '/h/$holderId/$mode/earnings', label: 'earnings.title', icon: 'coins' };
const payouts: Place = { to: '/h/$holderId/$mode/payouts', label: 'payouts.title', icon: 'cash' };
const companies: Place = { to: '/h/$holderId/$mode/companies', label: 'companies.title', icon: 'building-store' };
const settlements: Place = { to: '/h/$holderId/$mode/settlements', label: 'settlements.title', icon: 'scale' };
const cash: Place = { to: '/h/$holderId/$mode/cash', label: 'cash.title', icon: 'coins' };
const shadow: Place = { to: '/h/$holderId/$mode/shadow', label: 'shadow.title', icon: 'ghost' };
const links: Place = { to: '/h/$holderId/$mode/links', label: 'links.title', icon: 'link' };
const keys: Place = {
  to: '/h/$holderId/$mode/developers/keys',
  label: 'keys.title',
  icon: 'key',
  needs: { action: 'keys.read', words: developersOnly },
};
const ownEarnings: Place = { ...home, label: 'earnings.title', icon: 'coins' };
const ownWallet: Place = {
  ...home,
  label: 'wallet.title',
  icon: 'wallet',
  leadsOn: ['/top-up', '/top-ups', '/wallet/payments'],
};

const webhooks: Place = {
  to: '/h/$holderId/$mode/webhooks',
  label: 'webhooks.title',
  icon: 'webhook',
  needs: { action: 'webhooks.read', words: developersOnly },
};
const events: Place = { to: '/h/$holderId/$mode/developers/events', label: 'events.title', icon: 'history' };
const requests: Place = { to: `${base}/developers/requests`, label: 'requests.title', icon: 'alert-triangle' };
const testClock: Place = {
  to: '/h/$holderId/$mode/developers/test-clock',
  label: 'clock.title',
  icon: 'clock',
  mode: 'test',
};

const tryRequests: Place = {
  to: '/h/$holderId/$mode/developers/try',
  label: 'try.title',
  icon: 'code',
  needs: { action: 'keys.read', words: developersOnly },
  mode: 'test',
};

const members: Place = { to: `${base}/settings/members`, label: 'members.title', icon: 'users' };
const ownSignIn = { needs: { action: 'single_sign_on.read', words: 'otherRole.owners' } } as const;
const singleSignOn: Place = {
  to: `${base}/settings/single-sign-on`,
  label: 'sso.title',
  icon: 'key',
  ...ownSignIn,
};
const business: Place = { to: `${base}/settings/business`, label: 'business.title', icon: 'briefcase' };
const auditLog: Place = {
  to: `${base}/settings/audit`,
  label: 'audit.title',
  icon: 'clipboard-list',
  needs: { action: 'audit_log.read', words: 'otherRole.owners' },
};

const account: Place = { to: `${base}/settings/account`, label: 'accountName.title', icon: 'briefcase' };
const branding: Place = { to: `${base}/settings/branding`, label: 'branding.title', icon: 'palette' };

const ofOperator: readonly Place[] = [
  { to: base, label: 'desk.title', icon: 'inbox', hasCount: true },
  { to: `${base}/operator/accounts`, label: 'op.holders.title', icon: 'building-store' },
  { to: `${base}/operator/explore`, label: 'explore.title', icon: 'chart-bar' },
  { to: `${base}/operator/payouts`, label: 'op.payouts.all.title', icon: 'building-bank' },
  { to: `${base}/operator/payout-files`, label: 'files.title', icon: 'file-text' },
  { to: `${base}/operator/top-ups`, label: 'op.topUps.title', icon: 'wallet' },
  { to: `${base}/operator/transfers`, label: 'op.transfers.title', icon: 'arrow-down-left' },
  { to: `${base}/operator/reconciliation`, label: 'recon.title', icon: 'scale' },
  { to: `${base}/operator/disputes`, label: 'dispute.title', icon: 'alert-triangle' },
  { to: `${base}/operator/margins`, label: 'margins.title', icon: 'coins' },
  { to: `${base}/operator/late-captures`, label: 'op.late.title', icon: 'clock' },
  { to: `${base}/operator/books`, label: 'op.books.title', icon: 'shield-check' },
  { to: `${base}/operator/health`, label: 'op.health.title', icon: 'heart-rate-monitor' },
  { to: `${base}/operator/audit`, label: 'audit.title', icon: 'clipboard-list' },
  { to: `${base}/operator/bank-details`, label: 'op.bank.title', icon: 'cash' },
  { to: `${base}/operator/limits`, label: 'limits.title', icon: 'adjustments' },
  { to: `${base}/operator/wording`, label: 'wording.title', icon: 'language' },
  { to: `${base}/operator/members`, label: 'members.title', icon: 'users' },
  { to: `${base}/operator/single-sign-on`, label: 'sso.title', icon: 'key', ...ownSignIn },
  { to: `${base}/operator/second-factors`, label: 'op.factors.title', icon: 'lock-open' },
];

const places: Record<Holder['kind'], readonly Place[]> = {
  company: [
    home,
    orders,
    settlements,
    wallets,
    exceptions,
    payouts,
    explore,
    cash,
    shadow,
    disputes,
    links,
    keys,
    webhooks,
    events,
    requests,
    tryRequests,
    testClock,
    members,
    singleSignOn,
    business,
    branding,
    auditLog,
  ],
  merchant: [
    home,
    payments,
    exceptions,
    payouts,
    earnings,
    explore,
    customers,
    disputes,
    companies,
    keys,
    webhooks,
    events,
    requests,
    tryRequests,
    members,
    singleSignOn,
    business,
    branding,
    auditLog,
  ],
  courier: [ownEarnings, companies, payouts, members, account, auditLog],
  customer: [ownWallet, payouts, account],
  service: ofOperator,
};

/**
 * A restaurant that only earns: what is a shop's would be empty. Its addresses stay open, so that it can become one, which
 * begins at its business.
 */
const ofPayee: readonly Place[] = [
  ownEarnings,
  companies,
  payouts,
  members,
  singleSignOn,
  { ...business, leadsOn: ['/payments', '/customers', '/disputes', '/developers', '/webhooks'] },
  auditLog,
];

/** While an account is not live, live mode has the entries of test mode, and says in each place that it is not. */
const mayOpen = (holder: Holder, mode: Mode, { needs }: Place): boolean =>
  needs === undefined || mayIn(holder, holder.status === 'pending' ? 'test' : mode, needs.action);

export const placesOf = (holder: Holder, mode: Mode): readonly Place[] =>
  (holder.is_only_payee ? ofPayee : places[holder.kind]).filter(
    (place) => mayOpen(holder, mode, place) && (place.mode ?? mode) === mode,
  );

/** Addresses that a kind of holder may open besides its places: its start page shows the same. */
const alsoOpen: Partial<Record<Holder['kind'], readonly Place[]>> = { courier: [earnings] };

/** Whether an address leads to a screen that only other kinds of holders have. @param path begins with `/h/`. */
export function isOfOtherKinds({ kind }: Holder, path: string): boolean {
  const leadsHere = leadsTo(path);
  const own = [...places[kind], ...(alsoOpen[kind] ?? [])];
  return Object.values(places).flat().some(leadsHere) && !own.some(leadsHere);
}

/** Who may open a screen of the account, if this person may not. @param path begins with `/h/`. */
export function whoseScreen(holder: Holder, mode: Mode, path: string): StringId | undefined {
  const place = places[holder.kind].find(leadsTo(path));
  return place === undefined || mayOpen(holder, mode, place) ? undefined : place.needs?.words;
}

/** The place that a screen below it belongs to; the first, if it belongs to none. @param path begins with `/h/`. */
export function placeAbove(holder: Holder, mode: Mode, path: string): Place {
  const screen = `/${path.split('/').slice(4).join('/')}/`;
  const leadsHere = ({ to, leadsOn = [] }: Place) =>
    [to.slice(base.length), ...leadsOn].some((start) => start !== '' && screen.startsWith(`${start}/`));
  const shown = placesOf(holder, mode);
  return shown.find(leadsHere) ?? shown[0] ?? home;
}

/**
 * The same screen in the other mode, as an address with parameters: of the page of one thing, which is of one mode alone, the place that
 * it belongs to.
 * @param pattern that of the open screen's route. @param path its address, which begins with `/h/`.
 */
export function inMode(holder: Holder, mode: Mode, { pattern, path }: { pattern: string; path: string }): string {
  const screen = pattern.slice(base.length);
  return screen.includes('$') ? placeAbove(holder, mode, path).to : `${base}${screen}`;
}

/** Where its exceptions are. */
export const deskOf = (holder: Holder, mode: Mode): Place | undefined =>
  placesOf(holder, mode).find(({ hasCount }) => hasCount === true);

/** The place that a chain belongs to; the first, where none does. */
export function placeOfTrace(holder: Holder, mode: Mode, trace: FollowedTrace): Place | undefined {
  const ends = endsOfTrace(holder, trace);
  const shown = placesOf(holder, mode);
  return (
    ends
      .map((end) => shown.find(({ to, leadsOn = [] }) => to.endsWith(end) || leadsOn.includes(end)))
      .find((place) => place !== undefined) ?? shown[0]
  );
}

const leadsTo = (path: string) => {
  const [, , , , ...screen] = path.split('/');
  return ({ to }: Place): boolean => to !== base && `${screen.join('/')}/`.startsWith(`${to.slice(base.length + 1)}/`);
};

const beginsOfDevelopers = ['developers/', 'webhooks'];
const isOfDevelopers = ({ to }: Place): boolean =>
  beginsOfDevelopers.some((start) => to.slice(base.length + 1).startsWith(start));

/** The screens of developers, which are tabs of one another. */
export const developerPlacesOf = (holder: Holder, mode: Mode): Place[] => placesOf(holder, mode).filter(isOfDevelopers);

/** The entries of the navigation: the screens of developers are behind one, which leads to the first of them. */
export function entriesOf(holder: Holder, mode: Mode): Place[] {
  const shown = placesOf(holder, mode);
  const [first, ...others] = shown.filter(isOfDevelopers);
  if (first === undefined) return [...shown];
  const entry: Place = {
    to: first.to,
    label: 'app.developers',
    icon: 'code',
    leadsOn: others.map(({ to }) => to.slice(base.length)),
  };
  return shown.filter((place) => !others.includes(place)).map((place) => (place === first ? entry : place));
}

/** Places that stand together under a heading of their own, by the beginning of their addresses. */
const groups: readonly { heading: StringId; begins: readonly string[] }[] = [
  {
    heading: 'app.group.money',
    begins: [
      'payouts',
      'payout-files',
      'top-ups',
      'transfers',
      'reconciliation',
      'disputes',
      'margins',
      'late-captures',
    ].map(ofTheOperator),
  },
  { heading: 'app.group.system', begins: ['books', 'health', 'audit'].map(ofTheOperator) },
  {
    heading: 'app.settings',
    begins: [
      'settings/',
      ...['bank-details', 'limits', 'wording', 'members', 'single-sign-on', 'second-factors'].map(ofTheOperator),
    ],
  },
];

function ofTheOperator(place: string): string {
  return `operator/${place}`;
}

/** The group heading above each entry of the navigation, where a group starts. */
export function headingsOf(shown: readonly Place[]): (StringId | undefined)[] {
  const headings = shown.map(({ to }) => headingOf(to.slice(base.length + 1)));
  return headings.map((heading, n) => (heading === headings[n - 1] ? undefined : heading));
}

const headingOf = (path: string): StringId | undefined =>
  groups.find(({ begins }) => begins.some((start) => path.startsWith(start)))?.heading;
