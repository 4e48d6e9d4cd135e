/** The schedules of all jobs, in UTC. Why each runs when it does stands where it is declared. */
import { parseCronItems } from 'graphile-worker';
import { expect, it } from 'vitest';
import type { AnyJob } from '../core/jobs/declare-jobs.ts';
import { serviceJobs } from './service.jobs.ts';

const dayMs = 86_400_000;

const jobs: Record<string, AnyJob> = serviceJobs({ people: {}, payDeps: {} } as never);
const recurring = Object.entries(jobs).flatMap(([name, { schedule, madeUpMs }]) =>
  schedule === undefined ? [] : [{ name, schedule, madeUpMs }],
);

it.each(recurring)('$name: the queue can read $schedule', ({ name, schedule }) => {
  expect(parseCronItems([{ task: name, match: schedule }])).toHaveLength(1);
});

it('a missed run is made up for where the next one is a month away, and before that one', () => {
  const monthly = recurring.filter(({ schedule }) => schedule.split(' ')[2] !== '*');
  expect(monthly.map(({ name }) => name)).toEqual(
    recurring.filter(({ madeUpMs }) => madeUpMs !== undefined).map(({ name }) => name),
  );
  expect(monthly).not.toEqual([]);
  for (const { madeUpMs } of monthly) expect(madeUpMs).toBeLessThan(28 * dayMs);
});

it('the books are verified once a day, on one day in full', () => {
  const [daily, fully] = [jobs.verify_books?.schedule, jobs.verify_books_fully?.schedule].map((one) => one?.split(' '));
  expect(daily?.slice(0, 4)).toEqual(fully?.slice(0, 4));
  expect([daily?.[4], fully?.[4]]).toEqual(['1-6', '0']);
});
