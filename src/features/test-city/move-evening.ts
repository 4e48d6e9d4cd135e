/** Begins a Friday evening of a test city, and says how far it is played. The job does the rest (play-evening.ts). */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { findSettings } from '../settlements/schedules.repository.ts';
import { offsetMaxMs } from '../test-clock/move-clock.ts';
import { endOf, isPlaying, nextFridayEvening } from './evening.ts';
import type { EveningSize } from './plan-evening.ts';
import {
  findLastEvening,
  findLastPosition,
  hasCity,
  insertEvening,
  lockOpenEvening,
  setMove,
} from './test-city.repository.ts';

type Deps = { clock: Clock; realNow: () => Date };

/** In a queue of its own, one after the other, so that the evenings of some never keep the jobs of others waiting. */
export const enqueuePlaying = (tx: Tx, companyId: bigint): Promise<void> =>
  enqueue(tx, {
    name: 'play_evening',
    payload: { holderId: String(companyId), mode: 'test' },
    key: `play_evening:${companyId}`,
    queue: 'test_city',
  });

/**
 * Begins the next Friday evening: the test clock moves to its 17:00. While one is under way, beginning another changes
 * nothing.
 * @throws AppError `forbidden`; `invalid_state` when there is no city, and when the test clock can't go that far.
 */
export async function beginEvening(
  actor: PersonActor,
  tx: Tx,
  { clock, realNow }: Deps,
  companyId: bigint,
  orders: EveningSize,
): Promise<void> {
  authorize(actor, 'test_city.play', { holderId: companyId, mode: 'test' });
  // Locked, so that of two clicks the second finds the evening of the first.
  if (!(await hasCity(tx, companyId, true))) {
    throw new AppError('invalid_state', { message: 'There is no test city yet. Make it first.' });
  }
  const last = await findLastEvening(tx, companyId);
  if (last !== undefined && last.endedAt === null) return;
  const { timeZone } = await findSettings(tx, { holderId: companyId, mode: 'test' });

  const now = clock.now(companyId, 'test');
  const startsAt = nextFridayEvening(now, timeZone);
  if (endOf({ startsAt }).getTime() - clock.now(companyId, 'live').getTime() > offsetMaxMs) {
    throw new AppError('invalid_state', { message: 'The test clock cannot go as far as another evening.' });
  }
  await insertEvening(tx, {
    companyId,
    number: (last?.number ?? 0) + 1,
    orders,
    timeZone,
    startsAt,
    personId: actor.personId,
    playUntil: startsAt,
    movedFrom: startsAt,
    movedAfter: await findLastPosition(tx, companyId),
    movedAt: realNow(),
  });
  await enqueuePlaying(tx, companyId);
}

/**
 * Plays the evening until an instant, never back.
 * @throws AppError `forbidden`; `invalid_state` when none is under way; `validation_failed` outside the evening.
 */
export async function moveEvening(
  actor: PersonActor,
  tx: Tx,
  { clock, realNow }: Deps,
  companyId: bigint,
  until: Date,
): Promise<void> {
  authorize(actor, 'test_city.play', { holderId: companyId, mode: 'test' });
  const evening = await lockOpenEvening(tx, companyId);
  if (evening === undefined) throw new AppError('invalid_state', { message: 'No evening is under way.' });
  const end = endOf(evening);
  if (until < evening.startsAt || until > end) {
    const span = `${evening.startsAt.toISOString()} to ${end.toISOString()}`;
    throw invalidField('until', `must be within the evening, ${span}`);
  }
  if (until <= evening.playUntil) return;

  const now = clock.now(companyId, 'test');
  // While a move is under way, going further is part of it.
  const isMoving = isPlaying(evening);
  await setMove(tx, evening, {
    playUntil: until,
    movedFrom: isMoving
      ? evening.movedFrom
      : new Date(Math.min(Math.max(now.getTime(), evening.startsAt.getTime()), end.getTime())),
    movedAfter: isMoving ? evening.movedAfter : await findLastPosition(tx, companyId),
    movedAt: isMoving ? evening.movedAt : realNow(),
  });
  await enqueuePlaying(tx, companyId);
}

/** After the test clock was moved another way: what that made due is played too. */
export async function followClock(tx: Tx, companyId: bigint): Promise<void> {
  const evening = await findLastEvening(tx, companyId);
  if (evening !== undefined && evening.endedAt === null) await enqueuePlaying(tx, companyId);
}
