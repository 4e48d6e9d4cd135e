/** `sluice events resend`: has a running service send events to a webhook endpoint again. */
import { readConfig } from '../config.ts';
import { type ApiCaller, connect, findPair, type Side } from './api-caller.ts';
import { say, table } from './output.ts';
import { readTime } from './read-time.ts';

type ResendOptions = {
  parked?: boolean;
  since?: string;
  until?: string;
  endpoint?: string;
  url?: string;
  as: Side;
};

export async function resendEventsCommand(eventId: string | undefined, options: ResendOptions): Promise<void> {
  const config = readConfig(process.env);
  const body = requestOf(eventId, options, new Date());
  const pair = findPair(process.env, config.dataDir, options.as);
  const api = await connect(options.url ?? pair.origin ?? config.publicUrl, pair);
  const id = options.endpoint ?? (await findOnlyEndpoint(api));
  const answer = await api.call('POST', `/webhook-endpoints/${encodeURIComponent(id)}/resend`, body);
  const { resent } = (answer as { data: { resent: number } }).data;
  say(`${resent} ${resent === 1 ? 'event is' : 'events are'} being resent to ${id}.`);
}

/** @throws Error unless exactly one of an event, what was given up and a time range is asked for. */
function requestOf(eventId: string | undefined, { parked, since, until }: ResendOptions, now: Date): object {
  const asked = [eventId, parked, since].filter((one) => one !== undefined);
  if (asked.length !== 1) throw new Error('Give an event, --parked or --since.');
  if (until !== undefined && since === undefined) throw new Error('--until needs --since.');
  if (eventId !== undefined) return { event_id: eventId };
  if (since === undefined) return { parked: true };
  const to = until === undefined ? now : readTime('--until', until, now);
  return { from: readTime('--since', since, now).toISOString(), to: to.toISOString() };
}

type Endpoint = { endpoint_id: string; url: string | null; status: string };

/** @throws Error that lists the active endpoints when there are several. */
async function findOnlyEndpoint(api: ApiCaller): Promise<string> {
  const { data } = (await api.call('GET', '/webhook-endpoints')) as { data: Endpoint[] | { endpoints: Endpoint[] } };
  const active = ('endpoints' in data ? data.endpoints : data).filter(({ status }) => status === 'active');
  const [only, ...others] = active;
  if (only === undefined) throw new Error('There is no active webhook endpoint in this mode.');
  if (others.length === 0) return only.endpoint_id;
  const rows = active.map(({ endpoint_id: id, url }) => [id, url ?? 'the addresses of payments or orders']);
  throw new Error(`There are several webhook endpoints. Name one with --endpoint:\n${table(rows)}`);
}
