/** What the steps of a use case share. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from './actor.ts';

/**
 * Who changes something, in which transaction, and at which time of its book. A use case makes it once its rows are
 * locked, so that the times of a row follow the order of its locks. The book itself is that of the order, payment or
 * payout that a step is given.
 */
export type UnitOfWork = { readonly actor: Actor; readonly tx: Tx; readonly at: Date };
