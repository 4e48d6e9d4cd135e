/**
 * Plays an evening as far as it may: the test clock moves through it minute by minute, and at each the steps that are due
 * are carried out and the rest of the book's due work is done. May be stopped at any point and started again: how far it
 * came is in the database, and a step that was carried out is never carried out twice.
 */
import type { Clock, TestClockReader } from '../../base/clock/clock.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { type PersonActor, personActor } from '../../core/access/actor.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { actingFor } from '../holders/acting.ts';
import { findMembership } from '../holders/members.repository.ts';
import { moveTestClock } from '../test-clock/move-clock.ts';
import { endOf, instantOfMinute } from './evening.ts';
import { carryOut, recordSome, type StepDeps } from './evening-steps.ts';
import { type EveningStep, planEvening } from './plan-evening.ts';
import { type Evening, findLastEvening, listCityLinks, setEnded, setPlayedUntil } from './test-city.repository.ts';

/** How many steps are carried out before the evenings of other companies have their turn. */
const stepsPerTurn = 60;
/** How many minutes of the evening pass between two rounds of what else is due. */
const roundMinutes = 15;

export type PlayDeps = Omit<StepDeps, 'clock'> & {
  clock: Clock & TestClockReader;
  /** Does what else is due in the book by its clock. */
  dueWork: (book: Book) => Promise<void>;
};

/** @returns whether nothing is left to be played for now. */
export async function playSome(deps: PlayDeps, companyId: bigint): Promise<boolean> {
  const { db, clock } = deps;
  const evening = await findLastEvening(db, companyId);
  if (evening === undefined || evening.endedAt !== null) return true;
  const actor = await playerOf(deps, evening);
  if (actor === undefined) {
    // Nobody is left for whom it could be played.
    await setEnded(db, evening, clock.now(companyId, 'test'));
    return true;
  }
  const steps = planEvening(evening, await linksOf(deps, companyId));
  let { nextStep } = evening;
  while (nextStep < steps.length && nextStep < evening.nextStep + stepsPerTurn) {
    const minute = (steps[nextStep] as EveningStep).minute;
    const at = instantOfMinute(evening, minute);
    if (at > limitOf(deps, evening)) return reachEnd(actor, deps, evening);
    await moveTo(actor, deps, evening, at);
    const played = await playMinute(actor, deps, evening, steps, nextStep);
    if (played === undefined) return false;
    const isNewRound = Math.trunc(minute / roundMinutes) !== Math.trunc(minuteOf(steps, nextStep - 1) / roundMinutes);
    nextStep = played;
    if (isNewRound) await deps.dueWork(bookOf(evening));
  }
  if (nextStep < steps.length) return false;
  await reachEnd(actor, deps, evening);
  if (clock.now(companyId, 'test') >= endOf(evening)) await setEnded(db, evening, endOf(evening));
  return true;
}

const bookOf = ({ companyId }: Evening): Book => ({ holderId: companyId, mode: 'test' });
const minuteOf = (steps: readonly EveningStep[], place: number): number => steps[place]?.minute ?? -roundMinutes;

/** How far it may be played: until the slider, or the test clock where that was moved further. */
const limitOf = ({ clock }: PlayDeps, { companyId, playUntil }: Evening): Date => {
  const now = clock.now(companyId, 'test');
  return now > playUntil ? now : playUntil;
};

async function reachEnd(actor: PersonActor, deps: PlayDeps, evening: Evening): Promise<true> {
  await moveTo(actor, deps, evening, evening.playUntil);
  await deps.dueWork(bookOf(evening));
  await setPlayedUntil(deps.db, evening);
  return true;
}

/** Whoever began it, with the role they have now. */
async function playerOf({ db }: PlayDeps, { companyId, personId }: Evening): Promise<PersonActor | undefined> {
  const membership = personId === null ? undefined : await findMembership(db, personId, companyId);
  if (personId === null || membership === undefined) return undefined;
  const session = { personId, sessionId: null, mode: 'test', freshAt: null } as const;
  const actor = personActor(session, actingFor(membership));
  return isAllowed(actor, 'test_city.play', { holderId: companyId, mode: 'test' }) ? actor : undefined;
}

async function linksOf({ db }: PlayDeps, companyId: bigint) {
  const links = await listCityLinks(db, companyId);
  const idsOf = (wanted: 'merchant' | 'courier') =>
    links.filter(({ type }) => type === wanted).map(({ id }) => Number(id));
  return { restaurants: idsOf('merchant'), couriers: idsOf('courier') };
}

async function moveTo(actor: PersonActor, { db, clock }: PlayDeps, { companyId }: Evening, at: Date): Promise<void> {
  await clock.catchUp();
  if (clock.now(companyId, 'test') >= at) return;
  await inTransaction(db, (tx) => moveTestClock(actor, tx, clock, companyId, { to: at }));
  await clock.catchUp();
}

/** Carries out the steps of one minute. @returns the place of the next; undefined when another process played them. */
async function playMinute(
  actor: PersonActor,
  deps: PlayDeps,
  evening: Evening,
  steps: readonly EveningStep[],
  first: number,
): Promise<number | undefined> {
  const { minute } = steps[first] as EveningStep;
  let place = first;
  while (steps[place]?.minute === minute) {
    let to = place;
    while (steps[to]?.minute === minute && steps[to]?.kind === 'order') to += 1;
    const isPlayed =
      to > place
        ? await recordSome(actor, deps, evening, steps.slice(place, to), place)
        : await carryOut(actor, deps, evening, steps[place] as EveningStep, place);
    if (!isPlayed) return undefined;
    place = Math.max(to, place + 1);
  }
  return place;
}
