/** Whose books a reader's chains are read from. What a reader may not see is left out as it is read, never afterwards. */
import type { AccountRef, Book } from '../../core/ledger/accounts.ts';

/** The links of a payee, by company. */
type OwnLinks = ReadonlyMap<bigint, ReadonlySet<bigint>>;

/** What a person may see beside their own book's movements. */
export type Rights = { seesPayers: boolean; seesBankAccounts: boolean };

export type Sight = { book: Book } & Rights &
  (
    | { as: 'company' | 'customer' | 'operator' }
    /** Of the companies' books, the accounts of these links alone. */
    | { as: 'payee'; links: OwnLinks }
  );

/** The holders whose books a reader reads from; null: all. */
export const readableHolders = (sight: Sight): bigint[] | null =>
  sight.as === 'operator' ? null : [sight.book.holderId, ...(sight.as === 'payee' ? sight.links.keys() : [])];

type End = Pick<AccountRef, 'kind' | 'linkId'>;

/** Whether a reader may see a transfer in this holder's book. What a company records in the shadow ledger is its own. */
export function seesTransfer(sight: Sight, holderId: bigint, { from, to }: { from: End; to: End }): boolean {
  if (sight.as === 'operator' || holderId === sight.book.holderId) return true;
  if (sight.as !== 'payee') return false;
  const own = sight.links.get(holderId);
  return [from, to].some(
    ({ kind, linkId }) => kind !== 'shadow_courier' && linkId !== null && own?.has(linkId) === true,
  );
}
