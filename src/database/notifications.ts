/**
 * Hears what PostgreSQL is told by NOTIFY on one channel, on a connection of its own that is opened when it is first
 * needed. A notification is a hint: one that is lost must only cost time, so after every gap `onGap` says that some may
 * have been missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const pauseMs = 1_000;

export type Notifications = {
  /** Resolves when notifications from now on are heard, or when the first attempt to hear them has failed. */
  listen(): Promise<void>;
  stop(): Promise<void>;
};

export function createNotifications(
  pool: pg.Pool,
  channel: string,
  { onNotification, onGap }: { onNotification: (payload: string) => void; onGap: () => void },
): Notifications {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let begun: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(pool.options);
    next.on('error', () => {});
    next.on('notification', ({ payload }) => onNotification(payload ?? ''));
    next.on('end', () => {
      if (client === next) void reconnect();
    });
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    if (stopping.signal.aborted) await next.end();
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await connect();
        return onGap();
      } catch {
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  return {
    listen() {
      begun ??= connect().catch(() => void reconnect());
      return begun;
    },
    async stop() {
      stopping.abort();
      await begun;
      await client?.end();
    },
  };
}
