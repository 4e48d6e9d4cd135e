/**
 * Log lines about what cannot be done now: one a second at most, however many requests and jobs fail, so that a full disk
 * is not filled further.
 */
import { performance } from 'node:perf_hooks';
import type { FastifyBaseLogger } from 'fastify';

const lineEveryMs = 1_000;

export type OutageLog = {
  /** Logs the facts, or counts them for the next line; they are collected only for a line. */
  note(facts: () => object, message: string): void;
};

/** @param now a monotonic clock in milliseconds. */
export function createOutageLog(logger: FastifyBaseLogger, now = (): number => performance.now()): OutageLog {
  let nextAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return {
    note(facts, message) {
      if (now() < nextAt) {
        unlogged += 1;
        return;
      }
      logger.error({ ...facts(), unlogged }, message);
      nextAt = now() + lineEveryMs;
      unlogged = 0;
    },
  };
}
