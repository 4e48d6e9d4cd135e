/** All interfaces of the service. Addresses of no other interface belong to the operations interface. */
import type { Interface } from '../core/http/interface.ts';
import type { Wording } from '../core/wording/follow-wording.ts';
import { checkoutInterface } from './checkout/interface.ts';
import { consoleInterface } from './console/interface.ts';
import { merchantInterface } from './merchant/interface.ts';
import { operationsInterface } from './operations/interface.ts';
import { partnerInterface } from './partner/interface.ts';
import { providersInterface } from './providers/interface.ts';

/** @param wording the operator's own texts of pages. */
export const interfacesWith = (wording: Pick<Wording, 'of'>): readonly Interface[] => [
  merchantInterface,
  checkoutInterface(wording),
  partnerInterface,
  consoleInterface,
  providersInterface,
  operationsInterface,
];
