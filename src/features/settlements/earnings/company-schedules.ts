/** The settlement schedules of companies, as far as their payees are told about them. Reads only. */
import type { Clock } from '../../../base/clock/clock.ts';
import { nextRun } from '../../../base/clock/schedule.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Mode } from '../../../base/money/mode.ts';
import { everyCurrency, findSettings, listDues } from '../schedules.repository.ts';
import type { CompanySchedule } from './expected-settlement.ts';

type Deps = { db: Database; clock: Clock };

export async function findSchedules(
  db: Database,
  companyIds: readonly bigint[],
  mode: Mode,
): Promise<Map<bigint, CompanySchedule>> {
  const found = new Map<bigint, CompanySchedule>();
  for (const holderId of new Set(companyIds)) {
    const book = { holderId, mode };
    const [settings, dues] = await Promise.all([findSettings(db, book), listDues(db, book)]);
    found.set(holderId, { settings, dues, everyCurrency });
  }
  return found;
}

/** The next scheduled settlement of each company, of whichever currency; null while settlement is paused. */
export async function findNextRuns(
  { db, clock }: Deps,
  companyIds: readonly bigint[],
  mode: Mode,
): Promise<Map<bigint, Date | null>> {
  const schedules = await findSchedules(db, companyIds, mode);
  return new Map(
    [...schedules].map(([companyId, { settings, dues }]) => {
      const planned = nextRun(settings.schedule, settings.timeZone, clock.now(companyId, mode));
      const next = [...dues.values(), ...(dues.has(everyCurrency) ? [] : [planned])].reduce((a, b) => (a < b ? a : b));
      return [companyId, settings.paused ? null : next];
    }),
  );
}
