/**
 * `sluice listen`: follows the event log of a key pair and posts every event to a developer's address. It remembers the
 * last one, so that what happened while it was away follows when it comes back, and it outlasts restarts of the service.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../config.ts';
import { type ApiCaller, connect, findPair, Refused, type Side, Unreachable } from '../api-caller.ts';
import { complain, say } from '../output.ts';
import { readTime } from '../read-time.ts';
import { type CursorFile, openCursorFile } from './cursor-file.ts';
import { readPage } from './event-reader.ts';
import { forward, secretOf } from './forward.ts';

const waitSeconds = 25;
const pauseMs = 1_000;
const expired = /^409/;

type ListenOptions = { forwardTo: string; events?: string; since?: string; url?: string; as: Side };

export async function listenCommand(options: ListenOptions): Promise<void> {
  const config = readConfig(process.env);
  const address = readAddress(options.forwardTo);
  const from = options.since === undefined ? undefined : readTime('--since', options.since, new Date()).toISOString();
  const pair = findPair(process.env, config.dataDir, options.as);
  const cursorFile = openCursorFile(config.dataDir, pair.clientId, address);
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) void once(process, name).then(() => stopping.abort());
  const secret = secretOf(pair);
  const deliver = async (event: Parameters<typeof forward>[2]): Promise<void> => {
    const answer = await forward(address, secret, event, new Date());
    say(`${event.created_at}  ${event.type}  ${event.id}  ${answer}`);
  };
  const origin = options.url ?? pair.origin ?? config.publicUrl;
  const api = await persist(stopping.signal, () => connect(origin, pair, stopping.signal));
  if (api === undefined) return;
  say(`Forwarding to ${address}. The signing secret is ${secret}`);
  await follow(api, { type: options.events, from, cursorFile, deliver }, stopping.signal);
}

function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new Error(`--forward-to must be an address such as http://localhost:3000/hook, not "${text}".`);
}

type Following = {
  type: string | undefined;
  from: string | undefined;
  cursorFile: CursorFile;
  deliver: (event: { id: string; type: string; created_at: string }) => Promise<void>;
};

async function follow(
  api: ApiCaller,
  { type, from, cursorFile, deliver }: Following,
  signal: AbortSignal,
): Promise<void> {
  // Until the first answer names a cursor.
  let after = from === undefined ? (cursorFile.read() ?? 'latest') : undefined;
  while (!signal.aborted) {
    const query = { after, from: after === undefined ? from : undefined, type, wait: waitSeconds };
    const page = await persist(signal, () => readPage(api, query, signal)).catch((error: unknown) => {
      if (!(error instanceof Refused && expired.test(error.message)) || after === undefined) throw error;
      complain('The last position is no longer kept. Continuing with the oldest event.');
      return { events: [], next: null };
    });
    if (page === undefined) return;
    for (const event of page.events) {
      await deliver(event);
      cursorFile.write(event.id);
      if (signal.aborted) return;
    }
    if (page.next !== null) cursorFile.write(page.next);
    after = page.next ?? undefined;
  }
}

/** Tries until the service answers. @returns undefined when it is told to stop. @throws Refused. */
async function persist<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  let isTold = false;
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (signal.aborted) return undefined;
      if (!isTold) complain(`${error.message} Trying again.`);
      isTold = true;
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
