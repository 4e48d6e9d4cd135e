/**
 * What a person means by a short text, among what their role may read: each kind of object is authorized like its own
 * list, and left out where that would be refused. Reads only.
 */

import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import {
  findAccounts,
  findCompaniesNamed,
  findCustomers,
  findInvitationsTo,
  findLinksNamed,
  findOrders,
  findPayments,
  findPayouts,
  findRestaurants,
  findSettlements,
} from './search.repository.ts';
import type { PresentedHit } from './search-schemas.ts';

type Find = (db: Database, book: Book, search: string) => Promise<PresentedHit[]>;
type Source = { action: Action; find: Find };

const hit = (kind: PresentedHit['kind'], id: string | bigint, title: string, more: Partial<PresentedHit> = {}) => ({
  kind,
  id: String(id),
  title,
  note: null,
  state: null,
  amount: null,
  currency: null,
  ...more,
});

const money = ({ amount, currency }: { amount: bigint; currency: string }) => ({
  amount: jsonDecimal(amount, exponentOf(currency)),
  currency,
});

const orders: Find = async (db, book, search) =>
  (await findOrders(db, book, search)).map((one) =>
    hit('order', one.ref, one.ref, { state: one.state, ...money(one) }),
  );
const restaurants: Find = async (db, book, search) =>
  (await findRestaurants(db, book, search)).map((ref) => hit('restaurant', ref, ref));
const settlements: Find = async (db, book, search) =>
  (await findSettlements(db, book, search)).map(({ id, state }) => hit('settlement', id, String(id), { state }));
const links: Find = async (db, { holderId }, search) =>
  (await findLinksNamed(db, holderId, search)).map(({ id, name, state }) =>
    hit('link', id, name, { note: String(id), state }),
  );
const invitations: Find = async (db, { holderId }, search) =>
  (await findInvitationsTo(db, holderId, search)).map(({ id, name, email }) =>
    hit('invitation', id, name, { note: email }),
  );
const companies: Find = async (db, { holderId }, search) =>
  (await findCompaniesNamed(db, holderId, search)).map(({ id, name, state }) =>
    hit('company', id, name, { note: String(id), state }),
  );
const payments: Find = async (db, book, search) =>
  (await findPayments(db, book, search)).map((one) =>
    hit('payment', one.id, one.id, { state: one.state, ...money(one) }),
  );
const customers: Find = async (db, book, search) =>
  (await findCustomers(db, book, search)).map(({ id, name, email }) => hit('customer', id, name, { note: email }));
const payouts: Find = async (db, { holderId, mode }, search) =>
  (await findPayouts(db, { ownerId: holderId, mode }, search)).map((one) =>
    hit('payout', one.id, one.id, { state: one.state, ...money(one) }),
  );

/** In the order in which they are shown. */
const ofHolder: readonly Source[] = [
  { action: 'orders.read', find: orders },
  { action: 'shadow.read', find: restaurants },
  { action: 'settlements.read', find: settlements },
  { action: 'payments.read', find: payments },
  { action: 'payments.read_in_full', find: customers },
  { action: 'invitations.read', find: invitations },
  { action: 'payouts.read', find: payouts },
];

/** Nobody types more; an id has fewer characters. */
export const searchLengthMax = 100;

/** @throws nothing for a text that means nothing. */
export async function searchHolder(
  actor: PersonActor,
  db: Database,
  book: Book,
  text: string,
): Promise<PresentedHit[]> {
  const search = text.trim();
  if (search === '') return [];
  const ofLinks = { action: 'links.read', find: actor.holderKind === 'company' ? links : companies } as const;
  const sources = [...ofHolder, ofLinks].filter(({ action }) => isAllowed(actor, action, book));
  return (await Promise.all(sources.map(({ find }) => find(db, book, search)))).flat();
}

/** Across all holders, for the operator. */
export async function searchService(db: Database, { mode }: Book, text: string): Promise<PresentedHit[]> {
  const search = text.trim();
  if (search === '') return [];
  const [accounts, paidOut] = await Promise.all([
    findAccounts(db, search),
    findPayouts(db, { ownerId: null, mode }, search),
  ]);
  return [
    ...accounts.map(({ id, name, kind, state }) => hit('account', id, name, { note: kind, state })),
    ...paidOut.map((one) => hit('payout', one.id, one.id, { note: one.payee, state: one.state, ...money(one) })),
  ];
}
