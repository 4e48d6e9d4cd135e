/**
 * Starts settlements, drives them in this process and resumes those of processes that died. At most one settlement runs
 * per book: the database enforces this, not this module.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock/clock.ts';
import { isUnavailable } from '../../base/database/database-error.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type Actor, systemActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { listSettlementQueues } from '../orders/orders.repository.ts';
import { readBatch } from './read-batch.ts';
import { queuesOf, runSettlement } from './run-settlement.ts';
import { settlesByItself } from './schedules.repository.ts';
import {
  findAbandonedSettlements,
  findRunningSettlement,
  insertSettlement,
  type Settlement,
  type SettlementTrigger,
} from './settlements.repository.ts';
import { hasWaitingOrders } from './shortfalls.repository.ts';

/**
 * A settlement that makes no progress for this long has lost its process, or waits for a lock: then whoever resumes it
 * waits as well.
 */
const abandonedAfterSeconds = 5;
const resumePauseMs = 5_000;
/** Retries for at least ten minutes while the database is unreachable; after that the sweep resumes the run. */
const outagePausesMax = 1_200;
const outagePauseMs = 500;

export type SettlementRunner = {
  /**
   * Records a new settlement in the caller's transaction, of all currencies unless one is given.
   * @throws AppError `forbidden`, `settlement_running`.
   */
  begin(actor: Actor, tx: Tx, book: Book, trigger: SettlementTrigger, currency?: string): Promise<Settlement>;
  /** Runs a begun settlement. Resolves when it is completed, or when the process is stopping. */
  drive(actor: Actor, book: Book, settlementId: bigint): Promise<void>;
  /**
   * Resolves when the book's running settlement is completed, immediately when there is none. @returns how many there
   * were.
   */
  finishRunning(actor: Actor, book: Book): Promise<number>;
  /**
   * Begins and drives a settlement of every eligible order, if there is one and none is running. With trigger `funds`, one
   * for each currency in which orders wait for funds, of those orders alone, if the book settles by itself.
   * @param currency the only one; undefined: every currency.
   */
  settleIfWaiting(actor: Actor, book: Book, trigger: SettlementTrigger, currency?: string): Promise<void>;
  /** Resumes settlements without progress for `idleSeconds`; 0: all that run. Resolves when they are completed. */
  resumeAbandoned(actor: Actor, idleSeconds?: number): Promise<void>;
  /** Resumes all that run, and from then on, every few seconds, those whose process died, until `stop`. */
  startResuming(onError: (error: unknown) => void): void;
  /** Lets the batches under way finish and starts no more. */
  stop(): Promise<void>;
};

type RunnerDeps = { db: Database; clock: Clock };

export function createSettlementRunner({ db, clock }: RunnerDeps): SettlementRunner {
  const { drive, stop, signal } = createDriving({ db, clock });

  async function begin(
    actor: Actor,
    tx: Tx,
    book: Book,
    trigger: SettlementTrigger,
    currency?: string,
  ): Promise<Settlement> {
    authorize(actor, 'settlements.run', book);
    const at = clock.now(book.holderId, book.mode);
    const settlement = await insertSettlement(tx, book, trigger, currency ?? null, at);
    if (settlement !== undefined) return settlement;
    const running = await findRunningSettlement(tx, book);
    throw new AppError('settlement_running', {
      message: running === undefined ? 'A settlement has just run.' : `Settlement ${running.id} is running.`,
    });
  }

  async function resumeAbandoned(actor: Actor, idleSeconds = abandonedAfterSeconds): Promise<void> {
    const abandoned = await findAbandonedSettlements(db, idleSeconds);
    await Promise.all(abandoned.map((settlement) => drive(actor, settlement, settlement.id)));
  }

  return {
    begin,
    drive,
    resumeAbandoned,
    startResuming(onError) {
      const actor = systemActor('resume_settlements');
      /** Not awaited between two rounds: one settlement that waits must not keep others from being resumed. */
      const round = (idleSeconds?: number): void => void resumeAbandoned(actor, idleSeconds).catch(onError);
      round(0);
      const timer = setInterval(round, resumePauseMs);
      signal.addEventListener('abort', () => clearInterval(timer));
    },
    async finishRunning(actor, book) {
      const running = await findRunningSettlement(db, book);
      if (running === undefined) return 0;
      await drive(actor, book, running.id);
      return 1;
    },
    async settleIfWaiting(actor, book, trigger, currency) {
      const settle = async (of: string | undefined): Promise<void> => {
        const settlement = await inTransaction(db, (tx) => begin(actor, tx, book, trigger, of), book);
        await drive(actor, book, settlement.id);
      };
      const onFunds = trigger === 'funds';
      if (onFunds && !((await hasWaitingOrders(db, book)) && (await settlesByItself(db, book)))) return;
      const currencies = await eligibleCurrencies({ db, clock }, book, onFunds, currency);
      if (onFunds) for (const one of currencies) await settle(one);
      else if (currencies.length > 0) await settle(currency);
    },
    stop,
  };
}

/** The settlements that this process runs, each once. */
function createDriving({ db, clock }: RunnerDeps) {
  const driving = new Map<bigint, Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const deps = { db, clock, isStopping: () => signal.aborted };

  function drive(actor: Actor, book: Book, settlementId: bigint): Promise<void> {
    const underWay = driving.get(settlementId);
    if (underWay !== undefined) return underWay;
    const run = runThroughOutages(actor, book, settlementId).finally(() => driving.delete(settlementId));
    driving.set(settlementId, run);
    return run;
  }

  /** Continues after the database was unreachable: the progress of a run is in its tables. */
  async function runThroughOutages(actor: Actor, book: Book, settlementId: bigint): Promise<void> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        await runSettlement(actor, deps, book, settlementId);
        return;
      } catch (error) {
        if (signal.aborted || pauses === outagePausesMax || !isOutOfReach(error)) throw error;
      }
      await delay(outagePauseMs);
    }
  }

  return {
    drive,
    /** Aborted by `stop`. */
    signal,
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(driving.values());
    },
  };
}

/**
 * The currencies with an eligible order. Uses the run's own query, so that a recorded settlement always has an order to
 * look at.
 */
async function eligibleCurrencies(
  { db, clock }: RunnerDeps,
  book: Book,
  onlyWaiting: boolean,
  only: string | undefined,
): Promise<string[]> {
  const at = clock.now(book.holderId, book.mode);
  const found = new Set<string>();
  for (const queue of queuesOf(await listSettlementQueues(db, book), only ?? null)) {
    const from = { afterId: 0n, short: 'none' } as const;
    const [first] = await readBatch(db, queue, from, at, { onlyWaiting, lock: false, limit: 1 });
    if (first !== undefined) found.add(queue.currency);
  }
  return [...found];
}

const isOutOfReach = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof AppError && error.code === 'unavailable');
