/** `sluice quota`, `topup` and `settle`: the operator's actions on companies, through the same use cases as the API. */
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { findHolderName, findHolderNames } from '../../features/holders/holders.repository.ts';
import { setQuota } from '../../features/holders/set-quota.ts';
import { previewSettlement } from '../../features/settlements/preview-settlement.ts';
import { createSettlementRunner } from '../../features/settlements/settlement-runner.ts';
import { findSettlement } from '../../features/settlements/settlements.repository.ts';
import { confirmTopUp, requestTopUp } from '../../features/wallets/top-up.ts';
import { listPendingTopUps, type TopUp } from '../../features/wallets/top-ups.repository.ts';
import { findHolder } from './find-holder.ts';
import { say, sayJson, table } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

export async function setQuotaCommand(
  company: string,
  orders: string | undefined,
  { bulk }: { bulk?: string },
): Promise<void> {
  const ordersPerMinute = orders === undefined ? undefined : Number(orders);
  const bulkRequestsPerMinute = bulk === undefined ? undefined : Number(bulk);
  await withDatabase(async (db) => {
    const companyId = await findHolder(db, 'company', company);
    await inTransaction(db, (tx) => setQuota(shellActor(), tx, companyId, { ordersPerMinute, bulkRequestsPerMinute }));
  });
  const said = [
    ...(ordersPerMinute === undefined ? [] : [`${ordersPerMinute} orders per minute.`]),
    ...(bulkRequestsPerMinute === undefined ? [] : [`${bulkRequestsPerMinute} bulk requests per minute.`]),
  ];
  say(`${said.join(' ')} Running services apply this within a second.`);
}

type TopUpOptions = {
  company?: string;
  amount?: string;
  currency?: string;
  mode?: Mode;
  confirm?: string;
  pending?: boolean;
  json?: boolean;
};

const amountOf = (topUp: TopUp): string =>
  `${formatDecimal(topUp.amount, exponentOf(topUp.currency))} ${topUp.currency}`;

export async function topUpCommand(options: TopUpOptions): Promise<void> {
  if (options.pending) {
    const { waiting, names } = await withDatabase(async (db) => {
      const waiting = await listPendingTopUps(db);
      return { waiting, names: await findHolderNames(db, [...new Set(waiting.map(({ holderId }) => holderId))]) };
    });
    if (options.json) return sayJson(waiting);
    if (waiting.length === 0) return say('No top-ups are awaiting confirmation.');
    const rows = waiting.map((topUp) => {
      const { id, holderId, mode } = topUp;
      return [id, String(holderId), names.get(holderId)?.name ?? '', mode, amountOf(topUp)];
    });
    return say(table([['Top-up', 'Holder', 'Name', 'Mode', 'Amount'], ...rows]));
  }
  const topUp = options.confirm === undefined ? await receiveTopUp(options) : await confirm(options.confirm);
  if (options.json) return sayJson(topUp);
  const { holderId, accountKind, mode, id } = topUp;
  const name = await withDatabase((db) => findHolderName(db, holderId));
  say(`Received ${amountOf(topUp)} for ${name} (holder ${holderId}, ${accountKind}, ${mode}), top-up ${id}.`);
}

const confirm = (id: string): Promise<TopUp> =>
  withClock((db, clock) => inTransaction(db, (tx) => confirmTopUp(shellActor(), tx, clock, id)));

async function receiveTopUp(options: TopUpOptions): Promise<TopUp> {
  const currency = findCurrency(options.currency);
  const { mode } = options;
  if (options.company === undefined || options.amount === undefined || currency === undefined || mode === undefined) {
    throw new Error(
      'Give --company, --amount, --currency (uppercase ISO 4217) and --mode, or --confirm, or --pending.',
    );
  }
  const amount = toMinorUnits(options.amount, currency.exponent);
  if (amount === undefined || amount <= 0n)
    throw new Error(`"${options.amount}" is not an amount in ${currency.code}.`);
  const company = options.company;
  const actor = shellActor();
  return withClock(async (db, clock) => {
    const holderId = await findHolder(db, 'company', company);
    const book = { holderId, mode };
    return inTransaction(db, async (tx) => {
      const request = { amount, currency: currency.code, accountKind: 'clearing', source: 'bank' } as const;
      const topUp = await requestTopUp(actor, tx, clock, book, request);
      return topUp.status === 'pending' ? confirmTopUp(actor, tx, clock, topUp.id) : topUp;
    });
  });
}

export async function settleCommand(
  company: string,
  options: { mode: Mode; dryRun?: boolean; json?: boolean },
): Promise<void> {
  const actor = shellActor();
  const result = await withClock(async (db, clock) => {
    const holderId = await findHolder(db, 'company', company);
    const book = { holderId, mode: options.mode };
    if (options.dryRun) return previewSettlement(actor, { db, clock }, book, 0);
    const runner = createSettlementRunner({ db, clock });
    const { id } = await inTransaction(db, (tx) => runner.begin(actor, tx, book, 'command'));
    await runner.drive(actor, book, id);
    const settled = await findSettlement(db, book, id);
    if (settled === undefined) throw new Error('The settlement was not found.');
    return settled;
  });
  if (options.json) return sayJson(result);
  const { ordersSettled, ordersAwaitingFunds, ordersOnHold } = result;
  const verb = options.dryRun ? 'Would settle' : 'Settled';
  say(`${verb} ${ordersSettled} orders; ${ordersAwaitingFunds} newly await funds, ${ordersOnHold} newly on hold.`);
}
