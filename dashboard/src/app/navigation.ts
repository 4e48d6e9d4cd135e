/** The screens of each kind of holder, in the order of the side navigation. The first four make the bar on a phone. */
import type { Mode } from '../api/client.ts';
import type { StringId } from '../strings/strings.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import type { Holder } from './session.ts';

export type Place = {
  to:
    | '/h/$holderId/$mode'
    | '/h/$holderId/$mode/orders'
    | '/h/$holderId/$mode/wallets'
    | '/h/$holderId/$mode/earnings'
    | '/h/$holderId/$mode/payouts'
    | '/h/$holderId/$mode/links'
    | '/h/$holderId/$mode/developers/keys';
  label: StringId;
  icon: IconName;
  /** Only these roles may open it; all of them by default. */
  roles?: readonly Holder['role'][];
  /** It exists in this mode alone. */
  mode?: Mode;
};

const home: Place = { to: '/h/$holderId/$mode', label: 'home.title', icon: 'home' };
const orders: Place = { to: '/h/$holderId/$mode/orders', label: 'orders.title', icon: 'list-details' };
const wallets: Place = { to: '/h/$holderId/$mode/wallets', label: 'wallets.title', icon: 'wallet' };
const earnings: Place = { to: '/h/$holderId/$mode/earnings', label: 'earnings.title', icon: 'coins' };
const payouts: Place = { to: '/h/$holderId/$mode/payouts', label: 'payouts.title', icon: 'cash' };
const links: Place = { to: '/h/$holderId/$mode/links', label: 'links.title', icon: 'link' };
const keys: Place = {
  to: '/h/$holderId/$mode/developers/keys',
  label: 'keys.title',
  icon: 'key',
  roles: ['owner', 'developer'],
};
const ownEarnings: Place = { ...home, label: 'earnings.title', icon: 'coins' };
const ownWallet: Place = { ...home, label: 'wallet.title', icon: 'wallet' };

const places: Record<Holder['kind'], readonly Place[]> = {
  company: [home, orders, wallets, payouts, links, keys],
  merchant: [home, earnings, payouts, keys],
  courier: [ownEarnings, payouts],
  customer: [ownWallet, payouts],
  service: [home],
};

export const placesOf = ({ kind, role }: Holder, mode: Mode): readonly Place[] =>
  places[kind].filter((place) => place.roles?.includes(role) !== false && (place.mode ?? mode) === mode);
