/** The automatic payouts of a holder, each with what it would pay out now. Reads only. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { listSources } from './payout-options.ts';
import { automaticAmount } from './payout-schedule.ts';
import { type ListedSchedule, listSchedules } from './payout-schedules.repository.ts';
import { findRule } from './payouts.repository.ts';
import { lackOf } from './run-payout-schedules.ts';

export type PlannedSchedule = ListedSchedule & {
  /** Minor units; null: nothing, for `lack`. Both null for a schedule that is off. */
  nextAmount: bigint | null;
  lack: string | null;
};

type Deps = { db: Database | Tx; clock: Clock };

export async function planSchedules({ db, clock }: Deps, owner: Book): Promise<PlannedSchedule[]> {
  const schedules = await listSchedules(db, owner);
  if (schedules.every(({ every }) => every === 'never')) {
    return schedules.map((one) => ({ ...one, nextAmount: null, lack: null }));
  }
  const sources = await listSources({ db, clock }, owner);
  return Promise.all(
    schedules.map(async (one) => {
      if (one.every === 'never') return { ...one, nextAmount: null, lack: null };
      const { holderId, accountKind, linkId, currency, keep } = one;
      const source = sources.find(
        (from) =>
          from.holderId === holderId &&
          from.kind === accountKind &&
          from.linkId === linkId &&
          from.currency === currency,
      );
      const { spendable, rule, limitLeft } = source ?? {
        spendable: 0n,
        rule: await findRule(db, currency),
        limitLeft: null,
      };
      const planned = automaticAmount(spendable, { ...one, rule, limitLeft });
      return planned.ok
        ? { ...one, nextAmount: planned.amount, lack: null }
        : { ...one, nextAmount: null, lack: lackOf({ ...planned, spendable, keep, currency }) };
    }),
  );
}
