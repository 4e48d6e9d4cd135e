/** docs/ledger.md, "What verify proves" 1 and 2: account balances and the balance of each book. */
import { sql } from 'kysely';
import { accountNameInSql } from '../account-sql.ts';
import { type Account, accountKinds, floorOf } from '../accounts.ts';
import { serviceHolderId } from '../post.ts';
import { type Check, listed, type Scope } from './check.ts';

const boundedKinds = accountKinds.filter((kind) => floorOf({ kind } as Account, false) !== null);

/** From the account's kind: the row's own floor may have been changed with its balance. */
const floor = sql`case when a.holder_id <> ${serviceHolderId}::bigint and a.kind in ${listed(boundedKinds)} then 0 end`;

const balances = (scope: Scope) => sql`
  with sums as (
    select holder_id, account_id, sum(delta) as balance from ${scope.moves} moves
    group by holder_id, account_id)
  select 'account ' || a.id || ' (' || ${accountNameInSql('a')} || ', holder ' || a.holder_id || ', ' || a.mode || ', ' || a.currency || ')' as row,
    case when a.balance <> coalesce(s.balance, 0)
      then 'balance is ' || a.balance || ', its transfers add up to ' || coalesce(s.balance, 0)
      when a.balance < ${floor} then 'balance ' || a.balance || ' is under the floor of its kind, ' || ${floor}
      else 'its floor is ' || coalesce(a.floor::text, 'none') || ', that of its kind ' || coalesce((${floor})::text, 'none')
    end as problem
  from accounts a
  left join sums s on s.holder_id = a.holder_id and s.account_id = a.id
  where a.balance <> coalesce(s.balance, 0) or a.balance < ${floor} or a.floor is distinct from ${floor}`;

/** Reads all accounts, also in an incremental verification. */
const books = (scope: Scope) => sql`
  select 'book of holder ' || holder_id || ' (' || mode || ', ' || currency || ')' as row,
    'its balances add up to ' || sum(balance) as problem
  from accounts group by holder_id, mode, currency having sum(balance) <> 0
  union all
  select 'transit (' || mode || ', ' || currency || ')', 'all transit adds up to ' || sum(balance)
  from ${scope.acrossBooks} a where kind = 'transit' group by mode, currency having sum(balance) <> 0`;

export const balanceChecks: readonly Check[] = [
  { name: 'Every balance is the sum of its transfers and not below its floor', query: balances },
  { name: 'Every book balances, and so does all money in transit', query: books },
];
