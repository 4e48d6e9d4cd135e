/** What a kind of account can do from the search, with which permission, and where its dialog opens. Pure. */
import type { Permission, SearchHit } from '../../api/types.ts';
import type { StringId } from '../../strings/strings.tsx';
import type { Holder } from '../session.ts';
import { companyActs } from './company-acts.ts';
import type { Command, Verb } from './read-command.ts';

export type Act = {
  verb: Verb;
  permission: Permission;
  /** How it is said, several ways with commas between. */
  said: StringId;
  /** The line, with {what}: the object, or the amount where there is none. */
  line: StringId;
  /** Found by what was typed. Absent: it needs no object. */
  object?: 'order' | 'payment';
  /** How to go on after the verb, {way}. */
  say?: StringId;
  /** Its screen within the book. */
  path: (id: string) => string;
  /** Whether the screen itself is the act, and has the amount in its address. */
  isScreen?: true;
};

const payment = { object: 'payment', say: 'search.say.payment', path: (id: string) => `/payments/${id}` } as const;
const payOut: Act = {
  verb: 'payOut',
  permission: 'payouts.request',
  said: 'search.verb.payOut',
  line: 'search.act.payOut',
  path: () => '/payouts/new',
  isScreen: true,
};

const acts: Record<Holder['kind'], readonly Act[]> = {
  company: [...companyActs, payOut],
  merchant: [
    {
      verb: 'refund',
      permission: 'payments.refund',
      said: 'search.verb.refund',
      line: 'search.act.refund',
      ...payment,
    },
    {
      verb: 'capture',
      permission: 'payments.capture',
      said: 'search.verb.capture',
      line: 'search.act.capture',
      ...payment,
    },
    {
      verb: 'cancel',
      permission: 'payments.cancel',
      said: 'search.verb.cancel',
      line: 'search.act.cancel',
      ...payment,
    },
    payOut,
  ],
  courier: [payOut],
  customer: [
    {
      verb: 'topUp',
      permission: 'wallets.top_up',
      said: 'search.verb.topUp',
      line: 'search.act.topUp',
      path: () => '/top-up',
      isScreen: true,
    },
    payOut,
  ],
  service: [],
};

export const actsOf = (kind: Holder['kind'], may: (permission: Permission) => boolean): Act[] =>
  acts[kind].filter(({ permission }) => may(permission));

/** Whether this object can be meant: an amount in another currency than its own belongs to another one. */
export const isMeant = ({ object }: Act, { currency }: Command, hit: SearchHit): boolean =>
  hit.kind === object && (currency === undefined || hit.currency === null || hit.currency === currency);

/** What the address of the screen says beside its path. */
export function searchOf(
  { verb, isScreen }: Act,
  { amount, currency, reason, object }: Command,
): Record<string, string> {
  return {
    ...(isScreen ? {} : { act: verb }),
    ...(amount === undefined ? {} : { amount }),
    ...(currency === undefined || object !== '' ? {} : { currency }),
    ...(reason === undefined ? {} : { reason }),
  };
}
