/**
 * The scope of a verification on a cluster, where no snapshot spans the machines. A statement reads the rows of one holder at one
 * instant, as long as Citus runs it where they are, but those of two holders at two. So a transaction between two books may be
 * seen in one of them alone, and for seconds if a machine is lost before both have heard of its commit. Must never let a fault
 * through that a single snapshot would show: what is wrong stays wrong however often it is read.
 */
import { sql } from 'kysely';
import { everything, movesOf, type Scope } from './check.ts';

/** Together longer than a commit may take to arrive everywhere: the operator's guide asks for 5 seconds, doctor for 10. */
const readAgainAfterMs = [250, 750, 2_000, 4_000, 8_000];

/**
 * Under traffic the balances of different holders never add up, so the transfers are added up of all that was posted by the mark.
 * A transaction may have posted on both sides of it: what is above the mark is read first, and what it is about left out, in
 * every book.
 * @param transferMark every transfer up to it is committed or never will be.
 */
export const acrossMachines = (transferMark: bigint): Scope => ({
  ...everything,
  acrossBooks: sql`(
    select a.kind, a.mode, a.currency, m.delta as balance
    from (${movesOf(postedBy(transferMark))}) m
    join accounts a on a.holder_id = m.holder_id and a.id = m.account_id
    where a.kind in ('transit', 'advances', 'debt'))`,
  readAgainAfterMs,
});

const postedBy = (transferMark: bigint) => sql`(
  select * from transfers where id <= ${transferMark}
    and (mode, subject_kind, subject_id) not in (
      select mode, subject_kind, subject_id from transfers where id > ${transferMark}))`;
