/** The screens of each kind of holder, in the order of the side navigation. The first four make the bar on a phone. */
import type { StringId } from '../strings/strings.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import type { Holder } from './session.ts';

export type Place = { to: '/h/$holderId/$mode' | '/h/$holderId/$mode/orders'; label: StringId; icon: IconName };

const home: Place = { to: '/h/$holderId/$mode', label: 'home.title', icon: 'home' };
const orders: Place = { to: '/h/$holderId/$mode/orders', label: 'orders.title', icon: 'list-details' };

const places: Record<Holder['kind'], readonly Place[]> = {
  company: [home, orders],
  merchant: [home],
  courier: [home],
  customer: [home],
  service: [home],
};

export const placesOf = ({ kind }: Holder): readonly Place[] => places[kind];
