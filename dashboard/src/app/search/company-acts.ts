/** What a company does with its orders and its money. Its own module, because it is in English alone. */
import type { Act } from './acts.ts';

const order = {
  object: 'order',
  say: 'search.say.order',
  path: (ref: string) => `/orders/${encodeURIComponent(ref)}`,
} as const;

export const companyActs: readonly Act[] = [
  { verb: 'refund', permission: 'orders.refund', said: 'search.verb.refund', line: 'search.act.refund', ...order },
  { verb: 'hold', permission: 'orders.hold', said: 'search.verb.hold', line: 'search.act.hold', ...order },
  { verb: 'release', permission: 'orders.release', said: 'search.verb.release', line: 'search.act.release', ...order },
  { verb: 'cancel', permission: 'orders.cancel', said: 'search.verb.cancel', line: 'search.act.cancel', ...order },
  { verb: 'capture', permission: 'orders.capture', said: 'search.verb.capture', line: 'search.act.capture', ...order },
  { verb: 'confirm', permission: 'orders.confirm', said: 'search.verb.confirm', line: 'search.act.confirm', ...order },
  { verb: 'reverse', permission: 'orders.reverse', said: 'search.verb.reverse', line: 'search.act.reverse', ...order },
  {
    verb: 'topUp',
    permission: 'wallets.top_up',
    said: 'search.verb.topUp',
    line: 'search.act.topUp',
    path: () => '/wallets',
  },
];
