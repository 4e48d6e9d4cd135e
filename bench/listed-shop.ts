/** A shop of many payments in every state, and a customer who pays there from a wallet. */
import { sql } from 'kysely';
import { systemClock } from '../src/base/clock/clock.ts';
import type { Database } from '../src/base/database/pool.ts';
import { newPublicId, type PublicIdPrefix } from '../src/base/database/public-id.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { accountIn, ledgerAccount } from '../src/core/ledger/accounts.ts';
import { insertHolder } from '../src/features/holders/holders.repository.ts';
import { confirmTopUp, requestTopUp } from '../src/features/wallets/top-up.ts';
import { currency, mode } from './listed-company.ts';
import { postInBulk } from './post-in-bulk.ts';

const operator = commandActor('bench');
const chunk = 10_000;

export async function makeListedShop(db: Database, count: number): Promise<void> {
  const [shop, customer] = await inTransaction(db, async (tx) => [
    await insertHolder(tx, 'merchant', 'Listed shop'),
    await insertHolder(tx, 'customer', 'Listed customer'),
  ]);
  const ids = (prefix: PublicIdPrefix) => Array.from({ length: chunk }, () => newPublicId(prefix, shop as bigint));
  for (let first = 0; first < count; first += chunk) {
    await insertPayments(db, shop as bigint, {
      first,
      paymentIds: ids('pay'),
      trxIds: ids('trx'),
      attemptIds: ids('att'),
      refundIds: ids('ref'),
      customer: customer as bigint,
    });
  }
  await post(db, shop as bigint, customer as bigint);
}

type Chunk = {
  first: number;
  paymentIds: string[];
  trxIds: string[];
  attemptIds: string[];
  refundIds: string[];
  customer: bigint;
};

/**
 * Seven in ten are paid, one in forty is refunded, a few refunds are pending, and one in three hundred is paid from the
 * customer's wallet.
 */
async function insertPayments(db: Database, shop: bigint, made: Chunk): Promise<void> {
  await sql`
    with numbered as (
      select id, trx_id, attempt_id, refund_id, n, now() - n * interval '25 seconds' as at, n % 10 < 7 as paid
      from unnest(${made.paymentIds}::text[], ${made.trxIds}::text[], ${made.attemptIds}::text[],
        ${made.refundIds}::text[]) with ordinality as p (id, trx_id, attempt_id, refund_id, place),
        lateral (select ${made.first}::int + place as n) numbers
    ), made as (
      insert into payments (holder_id, id, mode, base, status, amount, currency, return_url, custom, description,
        payer_name, payer_email, trx_id, created_at, expires_at, paid_at, updated_at, refunded_amount)
      select ${shop}::bigint, id, ${mode}, 'api',
        case when n % 40 = 1 then 'refunded' when paid then 'succeeded' when n % 10 = 8 then 'cancelled'
          when n < 50 then 'created' else 'expired' end,
        500 + n % 9000, ${currency}, 'https://shop.example/thanks', 'cart-' || n,
        case when n % 3 = 0 then 'Order of ' || n % 7 || ' articles' end,
        case when paid then 'Customer ' || n % 5000 end, case when paid then 'customer' || n % 5000 || '@example.com' end,
        case when paid then trx_id end, at, at + interval '1 hour', case when paid then at end, at,
        case when n % 40 = 1 or n % 2000 = 3 then 500 + n % 9000 else 0 end
      from numbered
      returning id
    ), attempted as (
      insert into payment_attempts (holder_id, payment_id, number, id, provider, provider_ref, method, status,
        card_last_four, payer_holder_id, payer_name, payer_email, created_at, updated_at)
      select ${shop}::bigint, id, 1, attempt_id, case when n % 300 = 2 then 'wallet' else 'stripe' end,
        case when n % 300 <> 2 then 'cs_' || n end, case when n % 300 = 2 then 'wallet' else 'card' end, 'succeeded',
        case when n % 300 <> 2 then '4242' end, case when n % 300 = 2 then ${made.customer}::bigint end,
        'Customer ' || n % 5000, 'customer' || n % 5000 || '@example.com', at, at
      from numbered where paid
    )
    insert into refunds (holder_id, id, mode, payment_id, refund_ref, status, amount, currency, created_at, updated_at,
      due_at)
    select ${shop}::bigint, refund_id, ${mode}, id, 'refund-' || n,
      case when n % 40 = 1 then 'succeeded' else 'pending' end, 500 + n % 9000, ${currency}, at, at,
      case when n % 40 <> 1 then now() + interval '1 day' end
    from numbered where n % 40 = 1 or n % 2000 = 3`.execute(db);
}

async function post(db: Database, shop: bigint, customer: bigint): Promise<void> {
  const book = { holderId: shop, mode, currency } as const;
  const own = { holderId: customer, mode, currency } as const;
  const methodIs = (method: string) => sql`(
    select p.* from payments p join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id
    where p.holder_id = ${shop} and p.trx_id is not null and a.method = ${method}) paid`;
  const { rows } = await sql<{ total: string }>`select sum(amount)::text as total from ${methodIs('wallet')}`.execute(
    db,
  );
  await inTransaction(db, async (tx) => {
    const amount = BigInt(rows[0]?.total ?? '0') + 100_000n;
    const request = { amount, currency, accountKind: 'wallet', source: 'bank' } as const;
    const { id } = await requestTopUp(operator, tx, systemClock, own, request);
    await confirmTopUp(operator, tx, systemClock, id);
  });
  const wallet = accountIn(book, ledgerAccount.wallet);
  const card = accountIn(book, ledgerAccount.outside('card'));
  const payment = { code: 'payment', subject: 'payment' } as const;
  await postInBulk(db, { from: card, to: wallet, ...payment, rows: methodIs('card') });
  const transit = accountIn(book, ledgerAccount.transit);
  await postInBulk(db, { from: transit, to: wallet, ...payment, rows: methodIs('wallet') });
  const [from, to] = [accountIn(own, ledgerAccount.wallet), accountIn(own, ledgerAccount.transit)];
  await postInBulk(db, { from, to, ...payment, rows: methodIs('wallet') });
  const refunds = sql`refunds where holder_id = ${shop}`;
  await postInBulk(db, { from: wallet, to: card, code: 'refund', subject: 'refund', rows: refunds });
}
