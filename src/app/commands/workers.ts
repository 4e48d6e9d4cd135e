/**
 * The primary process of `serve --workers`: starts workers that share the port, replaces those that die, and ends or
 * replaces them in good order. It serves nothing itself. Must never end a worker before another listens in its place,
 * except when all of them end.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { watchWorkers } from '../../core/metrics/worker-metrics.ts';

const pauseMs = 100;
const pauseMaxMs = 10_000;
/** A worker that lived this long did not fail at its start. */
const soundMs = 60_000;

type Workers = {
  /** Replaces each worker, one after the other. @throws Error when a new one does not start; the others go on. */
  replaceAll(): Promise<void>;
  /** Ends all of them; resolves when they are gone. */
  stop(): Promise<void>;
};

/** Resolves when all listen. @throws Error when one ends before; it has said why. */
export async function startWorkers(count: number, logger: Logger): Promise<Workers> {
  const crew = createCrew(logger);
  try {
    await Promise.all(Array.from({ length: count }, crew.begin));
  } catch (error) {
    await crew.endAll();
    throw error;
  }
  logger.info({ workers: count }, 'workers listen');

  let replacing: Promise<void> | undefined;
  return {
    replaceAll() {
      replacing ??= replaceEach().finally(() => {
        replacing = undefined;
      });
      return replacing;
    },
    stop: crew.endAll,
  };

  async function replaceEach(): Promise<void> {
    for (const worker of crew.serving()) {
      if (crew.isStopping()) return;
      await crew.begin();
      await crew.end(worker);
    }
    logger.info('all workers were replaced');
  }
}

/** The workers that serve. Those that die are replaced. */
function createCrew(logger: Logger) {
  const serving = new Set<Worker>();
  /** Workers that were told to end. */
  const leaving = new Set<Worker>();
  let failures = 0;
  let isStopping = false;
  const { countRestart } = watchWorkers(() => [...serving]);

  /** Resolves when it listens. */
  async function begin(): Promise<void> {
    const worker = cluster.fork();
    const beganMs = performance.now();
    const ended = once(worker, 'exit') as Promise<[code: number | null, signal: string | null]>;
    const listening = once(worker, 'listening').then(() => true);
    if (!(await Promise.race([listening, ended.then(() => false)]))) {
      throw new Error(`worker ${worker.id} ended before it listened`);
    }
    serving.add(worker);
    void ended.then(([code, signal]) => {
      const wasTold = leaving.delete(worker);
      serving.delete(worker);
      if (wasTold || isStopping) return;
      countRestart();
      logger.error({ worker: worker.id, code, signal }, 'a worker died; another takes its place');
      failures = performance.now() - beganMs < soundMs ? failures + 1 : 0;
      void replaceDead();
    });
  }

  async function replaceDead(): Promise<void> {
    while (!isStopping) {
      await delay(Math.min(pauseMs * 2 ** Math.min(failures, 10), pauseMaxMs), undefined, { ref: false });
      if (isStopping) return;
      try {
        return await begin();
      } catch (error) {
        failures += 1;
        countRestart();
        logger.error({ error: (error as Error).message }, 'a worker did not start');
      }
    }
  }

  async function end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const ended = once(worker, 'exit');
    serving.delete(worker);
    leaving.add(worker);
    worker.process.kill('SIGTERM');
    await ended;
  }

  async function endAll(): Promise<void> {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [end(worker)] : [])));
  }

  return { serving: () => [...serving], begin, end, endAll, isStopping: () => isStopping };
}
