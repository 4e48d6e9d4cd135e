/** When a backup is due. Pure: what was made and tried before is read from the database by the caller. */

/** A time of day, in UTC. */
export type TimeOfDay = { hour: number; minute: number };

const dayMs = 86_400_000;
/** A backup that failed is tried again after this long, whatever the times are. */
const retryAfterMs = 3_600_000;
/** One failure a day is mailed, of those that follow each other. */
const failuresPerMail = dayMs / retryAfterMs;

type Runs = {
  /** When the last backup that was made began. Undefined: none ever was. */
  madeAt: Date | undefined;
  /** When the last try after it failed. */
  failedAt: Date | undefined;
};

/**
 * Whether no backup was begun since the last of the times passed. A time that passed while no service ran is made up for,
 * once; without any backup, the first is due at once.
 */
export function isDue(now: Date, times: readonly TimeOfDay[], { madeAt, failedAt }: Runs): boolean {
  if (failedAt !== undefined && now.getTime() - failedAt.getTime() < retryAfterMs) return false;
  return madeAt === undefined || madeAt.getTime() < lastTime(now, times);
}

/** The latest of the times that is not after `now`, in milliseconds. */
function lastTime(now: Date, times: readonly TimeOfDay[]): number {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const today = times.map(({ hour, minute }) => midnight + (hour * 60 + minute) * 60_000);
  const passed = [...today, ...today.map((at) => at - dayMs)].filter((at) => at <= now.getTime());
  return Math.max(...passed);
}

/** One a day, and half a day for what may go wrong once. */
const ageMaxMs = 1.5 * dayMs;

/** Whether the last backup is older than one that is made every day ever should be. */
export const isOld = (now: Date, madeAt: Date): boolean => now.getTime() - madeAt.getTime() > ageMaxMs;

/** The first failure, then one a day. @param failuresBefore since the last backup that was made. */
export const isMailed = (failuresBefore: number): boolean => failuresBefore % failuresPerMail === 0;
