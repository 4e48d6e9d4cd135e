/** Whose books a reader's chains are read from. What a reader may not see is left out as it is read, never afterwards. */
import type { Book } from '../../core/ledger/accounts.ts';

/** The links of a payee, by company. */
type OwnLinks = ReadonlyMap<bigint, ReadonlySet<bigint>>;

export type Sight = { book: Book } & (
  | { as: 'company' | 'customer' | 'operator' }
  /** Of the companies' books, the accounts of these links alone. */
  | { as: 'payee'; links: OwnLinks }
);

/** The holders whose books a reader reads from; null: all. */
export const readableHolders = (sight: Sight): bigint[] | null =>
  sight.as === 'operator' ? null : [sight.book.holderId, ...(sight.as === 'payee' ? sight.links.keys() : [])];

type Ends = { from: { linkId: bigint | null }; to: { linkId: bigint | null } };

/** Whether a reader may see a transfer in this holder's book. */
export function seesTransfer(sight: Sight, holderId: bigint, { from, to }: Ends): boolean {
  if (sight.as === 'operator' || holderId === sight.book.holderId) return true;
  if (sight.as !== 'payee') return false;
  const own = sight.links.get(holderId);
  return [from, to].some(({ linkId }) => linkId !== null && own?.has(linkId) === true);
}
