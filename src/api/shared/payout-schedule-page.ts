/** The automatic payouts of a holder, with the names of the people who set them. */
import type { Static } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findPeopleNames } from '../../features/debts/debt-settlements.repository.ts';
import { type PayoutScheduleAnswer, presentPayoutSchedule } from '../../features/payouts/payout-schedule-schemas.ts';
import { planSchedules } from '../../features/payouts/planned-schedules.ts';

type Deps = { db: Database | Tx; clock: Clock };

export async function presentSchedules(deps: Deps, owner: Book): Promise<Static<typeof PayoutScheduleAnswer>[]> {
  const schedules = await planSchedules(deps, owner);
  const names = await findPeopleNames(
    deps.db,
    schedules.map(({ setBy }) => setBy),
  );
  return schedules.map((one) => presentPayoutSchedule(one, names.get(one.setBy ?? '') ?? null));
}
