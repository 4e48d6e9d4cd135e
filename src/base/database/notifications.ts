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
  const { signal } = stopping;
  let current: Connection | undefined;
  let begun: Promise<void> | undefined;

  async function connect(): Promise<void> {
    current = await openConnection({ options: pool.options, handlers, nowMs, signal }, () => {
      current = undefined;
      void reconnect();
    });
    if (signal.aborted) await current.end();
  }

  async function reconnect(): Promise<void> {
    while (!signal.aborted) {
      try {
        await connect();
        for (const handle of gapHandlers) handle();
        return;
      } catch {
        await delay(reconnectAfterMs, undefined, { signal }).catch(() => {});
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
    heardAllSince: (sinceMs) => current?.heardAllSince(sinceMs) ?? false,
    async stop() {
      stopping.abort();
      await begun;
      await current?.end();
    },
  };
}

type Connection = Pick<Notifications, 'heardAllSince'> & { end(): Promise<void> };

type Listening = {
  options: pg.PoolOptions;
  handlers: ReadonlyMap<string, (payload: string) => void>;
  nowMs: () => number;
  signal: AbortSignal;
};

/** A connection that hears the channels, until it ends or is silent for too long. */
async function openConnection({ options, handlers, nowMs, signal }: Listening, onEnd: () => void): Promise<Connection> {
  const client = new pg.Client(options);
  let roundTripBeganAtMs = Number.NEGATIVE_INFINITY;

  /** To listen again changes nothing. What was sent before it is heard before its answer. */
  async function makeRoundTrip(): Promise<void> {
    const beganAtMs = nowMs();
    const text = [...handlers.keys()].map((channel) => `listen ${client.escapeIdentifier(channel)}`).join('; ');
    const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: answerWithinMs };
    await client.query(query);
    roundTripBeganAtMs = beganAtMs;
  }

  async function proveAlive(): Promise<void> {
    try {
      while (true) {
        await delay(roundTripEveryMs, undefined, { signal, ref: false });
        await makeRoundTrip();
      }
    } catch {
      // Its end opens the next one.
      if (!signal.aborted) await client.end().catch(() => {});
    }
  }

  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => handlers.get(channel)?.(payload ?? ''));
  try {
    await client.connect();
    await makeRoundTrip();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.on('end', onEnd);
  const sinceFirstMs = nowMs();
  void proveAlive();
  return {
    heardAllSince: (sinceMs) => sinceMs > sinceFirstMs && nowMs() - roundTripBeganAtMs < heardWithinMs,
    end: () => client.end(),
  };
}
