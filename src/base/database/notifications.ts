/**
 * Hears what PostgreSQL sends by NOTIFY on any number of channels, on one connection of its own. A notification is a
 * hint: one that is lost must only cost time. After every gap the handlers of `onGap` are called, and `heardAllSince`
 * says what may be relied on meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const reconnectAfterMs = 1_000;
/** How often the connection is proved alive. */
const roundTripEveryMs = 400;
/** A connection that is silent for so long is given up. */
const answerWithinMs = 5_000;
/** How long a change may remain unheard in a process that relies on notifications. */
const heardWithinMs = 1_000;

export type Notifications = {
  /** Has `handle` called with the payload of each notification on a channel. Call it before `listen`. */
  on(channel: string, handle: (payload: string) => void): void;
  /** Has `handle` called when the connection is back after some notifications may have been missed. */
  onGap(handle: () => void): void;
  /** Resolves when notifications from now on are heard, or when the first attempt to hear them has failed. */
  listen(): Promise<void>;
  /**
   * Whether every notification committed after `sinceMs`, and more than a second ago, has been handled. It takes a round
   * trip that began within the last second: a connection that is cut without a sign looks alive, and hears nothing.
   */
  heardAllSince(sinceMs: number): boolean;
  stop(): Promise<void>;
};

/** @param nowMs the monotonic clock of `sinceMs`, for tests to replace. */
export function createNotifications(pool: pg.Pool, nowMs: () => number = () => performance.now()): Notifications {
  const handlers = new Map<string, (payload: string) => void>();
  const gapHandlers: (() => void)[] = [];
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let begun: Promise<void> | undefined;
  let listeningSinceMs = Number.POSITIVE_INFINITY;
  let roundTripBeganAtMs = Number.NEGATIVE_INFINITY;

  /** To listen again changes nothing. What was sent before it is heard before its answer. */
  async function makeRoundTrip(on: pg.Client): Promise<void> {
    const beganAtMs = nowMs();
    const text = [...handlers.keys()].map((channel) => `listen ${on.escapeIdentifier(channel)}`).join('; ');
    const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: answerWithinMs };
    await on.query(query);
    roundTripBeganAtMs = beganAtMs;
  }

  async function connect(): Promise<void> {
    const next = new pg.Client(pool.options);
    next.on('error', () => {});
    next.on('notification', ({ channel, payload }) => handlers.get(channel)?.(payload ?? ''));
    next.on('end', () => {
      if (client !== next) return;
      client = undefined;
      listeningSinceMs = Number.POSITIVE_INFINITY;
      void reconnect();
    });
    try {
      await next.connect();
      await makeRoundTrip(next);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    listeningSinceMs = nowMs();
    if (stopping.signal.aborted) await next.end();
    else void proveAlive(next);
  }

  async function proveAlive(current: pg.Client): Promise<void> {
    try {
      while (true) {
        await delay(roundTripEveryMs, undefined, { signal: stopping.signal, ref: false });
        await makeRoundTrip(current);
      }
    } catch {
      // Its end opens the next one.
      if (!stopping.signal.aborted) await current.end().catch(() => {});
    }
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await connect();
        for (const handle of gapHandlers) handle();
        return;
      } catch {
        await delay(reconnectAfterMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  return {
    on(channel, handle) {
      handlers.set(channel, handle);
    },
    onGap(handle) {
      gapHandlers.push(handle);
    },
    listen() {
      begun ??= connect().catch(() => void reconnect());
      return begun;
    },
    heardAllSince: (sinceMs) => sinceMs > listeningSinceMs && nowMs() - roundTripBeganAtMs < heardWithinMs,
    async stop() {
      stopping.abort();
      await begun;
      await client?.end();
    },
  };
}
