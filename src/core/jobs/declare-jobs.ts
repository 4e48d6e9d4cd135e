/**
 * How a feature declares its jobs, in its `<feature>.jobs.ts`: the payload of each, added to `JobPayloads` there, and a
 * function that makes them of what they need. app/service.jobs.ts lists all. Callers of `enqueue` and the jobs themselves
 * are type-checked against the payloads. A payload carries ids only; it must never carry a secret.
 */
import type { SystemActor } from '../access/actor.ts';

/** Crontab patterns, in UTC. What runs hourly and nightly keeps off the full hour. */
export const schedules = {
  everyMinute: '* * * * *',
  everyFiveMinutes: '*/5 * * * *',
  everyHour: '17 * * * *',
  everyNight: '40 0 * * *',
} as const;

/** Maps a job to its payload; `undefined` if it is never enqueued, because it runs by its schedule. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging where each job is declared
export interface JobPayloads {}

export type JobName = keyof JobPayloads;

type IsRecurring<Name extends JobName> = JobPayloads[Name] extends undefined ? true : false;

type EnqueuedName = { [Name in JobName]: IsRecurring<Name> extends true ? never : Name }[JobName];

/** A job to enqueue; it replaces a queued one with the same key. */
export type Job = {
  [Name in EnqueuedName]: {
    name: Name;
    payload: JobPayloads[Name];
    key: string;
    /** The earliest start, on the real clock. */
    runAt?: Date;
    /** Jobs of one queue run one after the other; without, beside each other. */
    queue?: string;
  };
}[EnqueuedName];

type Schedule = {
  /** A crontab pattern, in UTC. */
  schedule: string;
  /** For how long a run is made up for that was due while no service ran, in milliseconds; absent: the next one serves. */
  madeUpMs?: number;
};

type DeclaredJob<Name extends JobName> = {
  /** @param actor the system actor with the job's name. */
  run(actor: SystemActor, payload: JobPayloads[Name]): Promise<void>;
} & (IsRecurring<Name> extends true ? Schedule : { schedule?: never; madeUpMs?: never });

/** The named jobs; all by default. */
export type Jobs<Name extends JobName = JobName> = { [N in Name]: DeclaredJob<N> };

/** A job of any name, for the queue, which knows neither names nor payloads. */
export type AnyJob = { run(actor: SystemActor, payload: unknown): Promise<void> } & Partial<Schedule>;

/** Reports a failure that a job continues after, or that makes the queue retry the job. */
export type OnJobError = (name: JobName, error: unknown) => void;
