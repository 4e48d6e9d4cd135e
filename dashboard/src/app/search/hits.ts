/** What the search finds, and the screen that shows it. Pure. */
import type { Book } from '../../api/client.ts';
import type { SearchHit } from '../../api/types.ts';

const addresses: Record<SearchHit['kind'], (id: string) => string> = {
  order: (id) => `/orders/${encodeURIComponent(id)}`,
  restaurant: (id) => `/shadow/${encodeURIComponent(id)}`,
  settlement: (id) => `/settlements/${id}`,
  link: (id) => `/links/${id}`,
  invitation: () => '/links/invitations',
  company: () => '/companies',
  payment: (id) => `/payments/${id}`,
  customer: (id) => `/customers/${id}`,
  payout: () => '/payouts',
  account: (id) => `/operator/accounts/${id}`,
};

export const baseOf = ({ holderId, mode }: Book): string => `/h/${holderId}/${mode}`;

/** @param isOperator the operator has a page for each payout. */
export function addressOf(book: Book, { kind, id }: Pick<SearchHit, 'kind' | 'id'>, isOperator: boolean): string {
  if (kind === 'payout' && isOperator) return `${baseOf(book)}/operator/payouts/${id}`;
  return `${baseOf(book)}${addresses[kind](id)}`;
}

/** One line of the list: a screen, an object or an act. Objects without a page of their own share their list's address. */
export type Entry = {
  key: string;
  href: string;
  title: string;
  note: string | null;
  group: string;
  /** It does something, and is not remembered. */
  isAct?: true;
  /** Found for what was typed before; another answer is on its way. */
  isOld?: true;
  /** What the field becomes instead of opening anything. */
  fills?: string;
};
