/** Holds the product's tables against the model: every balance of every holder, and every state. */
import { expect } from 'vitest';
import { type Account, formatAccount } from '../../src/core/ledger/accounts.ts';
import type { At, Game } from './game.ts';
import type { Holder } from './model/purse.ts';

const recentOrders = 200;

type Found = Record<string, bigint>;

async function readBalances({ pool, holders }: Game): Promise<Found> {
  const nameOf = new Map(Object.entries(holders).map(([name, id]) => [id, name]));
  const { rows } = await pool.query(
    `select holder_id as "holderId", mode, currency, kind, link_id as "linkId", source, shadow_ref as "shadowRef",
      shadow_name as "shadowName", balance
    from accounts where holder_id = any($1) and balance <> 0`,
    [[...nameOf.keys()]],
  );
  return Object.fromEntries(
    rows.map(({ holderId, mode, currency, balance, ...account }) => [
      `${mode} ${currency} ${nameOf.get(holderId)} ${formatAccount(account as Account)}`,
      balance,
    ]),
  );
}

/** The service's books are shared: what other histories left in them is not this one's. */
export async function rememberService(game: Game): Promise<void> {
  for (const [name, balance] of Object.entries(await readBalances(game))) {
    if (name.split(' ')[2] === ('service' satisfies Holder)) game.before.set(name, balance);
  }
}

export async function expectBalances(game: Game): Promise<void> {
  const expected: Found = {};
  for (const { mode, currency, purse } of game.places) {
    for (const [account, amount] of purse.balances) expected[`${mode} ${currency} ${account}`] = amount;
  }
  for (const [name, amount] of game.before) expected[name] = (expected[name] ?? 0n) + amount;
  for (const [name, amount] of Object.entries(expected)) if (amount === 0n) delete expected[name];
  expect(await readBalances(game)).toEqual(expected);
}

/** @param limit of the newest orders in each mode; undefined: all. */
export async function expectStates(game: Game, limit: number | undefined = recentOrders): Promise<void> {
  const { rows } = await game.pool.query<{ ref: string; states: string }>(
    `select mode || ' ' || partner_order_ref as ref, payment_status || ' ' || settlement_status as states
    from orders where holder_id = $1 order by id desc limit $2`,
    [game.holders.company, limit ?? null],
  );
  const stateOf = new Map<string, string>(
    game.places.flatMap(({ mode, purse }) =>
      purse.orders.map(({ ref, payment, settlement }) => [`${mode} ${ref}`, `${payment} ${settlement}`] as const),
    ),
  );
  const found = Object.fromEntries(rows.map(({ ref, states }) => [ref, states]));
  expect(found).toEqual(Object.fromEntries(rows.map(({ ref }) => [ref, stateOf.get(ref)])));
  if (limit === undefined) expect(rows.length).toBe(stateOf.size);
}

/** Everything, also what no step was about: all orders, refunds, payouts and disputes. */
export async function expectAllStates(game: Game): Promise<void> {
  await expectStates(game, undefined);
  await expectCheckouts(game);
  await expectAllEvidence(game);
  await expectChargedBack(game);
  await expectTurnover(game);
  await expectStatuses(game, 'select id, status from order_refunds where holder_id = any($1)', ({ purse }) =>
    purse.refunds.map((refund) => [game.ids.refunds.get(refund), refund.status]),
  );
  await expectStatuses(
    game,
    `select id, case when status in ('rejected', 'failed', 'cancelled') then 'returned' else status end as status
    from payouts where holder_id = any($1)`,
    ({ purse }) => purse.payouts.map((payout) => [game.ids.payouts.get(payout), payout.status]),
  );
  await expectStatuses(
    game,
    `select id, concat_ws(' ', amount, withdrawals, returns, fee, fee_returned, fee_currency) as status
    from disputes where holder_id = any($1)`,
    ({ purse }) =>
      purse.disputes
        .filter(({ withdrawals }) => withdrawals > 0)
        .map((dispute) => {
          const { amount, withdrawals, returns, fee, feeReturned, feePurse } = dispute;
          const charged = game.places.filter((one) => one.purse === feePurse).map(({ currency }) => currency);
          const status = [amount, withdrawals, returns, fee, feeReturned, ...charged].join(' ');
          return [game.ids.disputes.get(dispute), status];
        }),
  );
}

/** The evidence of all disputes, and how often it was published that the provider has it. */
async function expectAllEvidence(game: Game): Promise<void> {
  await expectStatuses(
    game,
    `select e.dispute_id as id, e.state || ' ' || (
      select count(*) from events v where v.holder_id = e.holder_id and v.type = 'dispute_evidence.submitted'
        and v.data ->> 'dispute' = e.dispute_id) as status
    from dispute_evidence e where e.holder_id = any($1)`,
    ({ purse }) =>
      purse.disputes.flatMap((dispute) => {
        const { evidence } = dispute;
        const isKept = evidence !== null && (evidence.state !== 'draft' || evidence.isFilled);
        return isKept ? [[game.ids.disputes.get(dispute), `${evidence.state} ${evidence.told}`] as const] : [];
      }),
  );
}

/** All attempts of all payments, and what of them came too late. */
async function expectCheckouts(game: Game): Promise<void> {
  await expectStatuses(
    game,
    `select id, provider || ' ' || method || ' ' || status as status
    from payment_attempts where holder_id = any($1) and method <> 'wallet'`,
    ({ purse }) =>
      purse.checkouts.flatMap(({ attempts }) =>
        attempts.map(({ id, provider, method, state }) => [id, `${provider} ${method} ${state}`] as const),
      ),
  );
  await expectStatuses(
    game,
    `select attempt_id as id, concat_ws(' ', amount, currency, status, refusals) as status
    from late_captures where holder_id = any($1)`,
    ({ purse, currency }) =>
      purse.late.map(({ attempt, amount, status, refusals }) => [
        attempt.id,
        [amount, currency, status, refusals].join(' '),
      ]),
  );
}

/** What the customers' banks have taken back of each payment, as it counts against its refunds. */
const expectChargedBack = (game: Game): Promise<void> =>
  expectStatuses(
    game,
    `select id, charged_back_amount::text as status from payments
    where holder_id = any($1) and charged_back_amount <> 0`,
    ({ purse }) =>
      purse.checkouts
        .filter(({ paid }) => paid !== null && paid.chargedBack !== 0n)
        .map(({ id, paid }) => [id, String(paid?.chargedBack)] as const),
  );

/** All that ever came in through each provider, and all that went back: money that was returned at once leaves no balance. */
export async function expectTurnover({ pool, holders, places }: Game): Promise<void> {
  const { service: _, ...payees } = holders;
  const nameOf = new Map(Object.entries(payees).map(([name, id]) => [id, name]));
  const { rows } = await pool.query(
    `select a.holder_id as "holderId", a.mode, a.currency, a.source,
      coalesce(sum(t.amount) filter (where t.from_account_id = a.id), 0)::bigint as "left",
      coalesce(sum(t.amount) filter (where t.to_account_id = a.id), 0)::bigint as came
    from accounts a join transfers t on t.holder_id = a.holder_id and a.id in (t.from_account_id, t.to_account_id)
    where a.holder_id = any($1) and a.kind = 'outside' and a.source <> 'bank' group by 1, 2, 3, 4`,
    [[...nameOf.keys()]],
  );
  const found = rows.map(
    ({ holderId, mode, currency, source, left, came }) =>
      `${mode} ${currency} ${nameOf.get(holderId)} outside:${source} ${left} ${came}`,
  );
  const expected = places.flatMap(({ mode, currency, purse: { left, came } }) =>
    [...new Set([...left.keys(), ...came.keys()])]
      .filter((name) => !name.startsWith('service') && !name.endsWith(':bank'))
      .map((name) => `${mode} ${currency} ${name} ${left.get(name) ?? 0n} ${came.get(name) ?? 0n}`)
      .filter((line) => !line.endsWith(' 0 0')),
  );
  expect(found.sort()).toEqual(expected.sort());
}

async function expectStatuses(
  { pool, holders, places }: Game,
  select: string,
  expected: (at: At) => (readonly [id: string | undefined, status: string])[],
): Promise<void> {
  const { rows } = await pool.query<{ id: string; status: string }>(select, [Object.values(holders)]);
  const found = Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  expect(found).toEqual(Object.fromEntries(places.flatMap(expected)));
}

/** Every movement of earnings is one event of its payee, apart from those of payouts. */
export async function expectEventsOfPayees({ server, pool, holders }: Game): Promise<void> {
  await server.positionEvents();
  // Two readings, because on a cluster the events of a payee are not where the company's transfers are.
  const { rows: movements } = await pool.query<{ holder: bigint; transfer: bigint; code: string }>(
    `select l.holder_id as holder, t.id as transfer, t.code
    from transfers t
    join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
      and a.kind in ('earnings', 'link_debt')
    join links l on l.company_id = a.holder_id and l.id = a.link_id
    where t.holder_id = $1 and t.code not in ('payout', 'payout_returned', 'debt_recovered')`,
    [holders.company],
  );
  const { rows: events } = await pool.query<{ holder: bigint; transfer: bigint; count: number }>(
    `select holder_id as holder, transfer_id as transfer, count(*)::int as count
    from events where transfer_id is not null and position is not null group by 1, 2`,
  );
  const told = new Map(events.map(({ holder, transfer, count }) => [`${holder} ${transfer}`, count]));
  expect(movements.filter(({ holder, transfer }) => told.get(`${holder} ${transfer}`) !== 1)).toEqual([]);
}
