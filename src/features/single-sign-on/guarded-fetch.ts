/**
 * Requests to an account's sign-in provider, under the rules of webhooks (docs/webhooks.md, "Where deliveries may go"): names
 * are resolved and judged here, redirects are not followed, and time and size are bounded.
 */
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import type { Mode } from '../../base/money/mode.ts';
import { type DestinationPolicy, judgeAddress, judgeUrl, type OwnAddresses } from '../webhooks/destination.ts';
import { type Connections, type Posted, postMessage } from '../webhooks/http-post.ts';

const timeoutMs = 10_000;

export type FetchDeps = {
  policy: DestinationPolicy;
  own: () => OwnAddresses;
  resolve: (name: string) => Promise<string[]>;
  connections: Connections;
};

/** No answer was had. `message`: why, as said of a field. */
export class ProviderUnreachable extends Error {}

/** As live webhooks, except on the developer's own machine. */
export const modeOf = ({ loopbackInTest }: DestinationPolicy): Mode => (loopbackInTest ? 'test' : 'live');

const reasons: Partial<Record<Posted['outcome'], string>> = {
  address_not_allowed: 'leads to an address that is not public',
  certificate_invalid: 'has a certificate that is not trusted, has expired or is for another name',
  timed_out: 'did not answer in time',
};

export function createGuardedFetch(deps: FetchDeps, holderId: bigint): CustomFetch {
  const { policy, own, resolve, connections } = deps;
  const mode = modeOf(policy);
  return async (address, { method, headers, body, signal }: CustomFetchOptions) => {
    const judged = judgeUrl(address, mode, policy);
    if (!judged.ok) throw new ProviderUnreachable(judged.message);
    const posted = await postMessage({
      url: judged.url,
      headers,
      body: method === 'POST' ? String(body) : undefined,
      judge: (text, port) => judgeAddress(text, port, { holderId, mode }, policy, own()),
      resolve,
      connections,
      timeoutMs,
      signal: signal ?? new AbortController().signal,
    });
    if (posted.statusCode === null || posted.body === null)
      throw new ProviderUnreachable(reasons[posted.outcome] ?? 'could not be reached');
    const answered = new Headers();
    for (const [name, value] of Object.entries(posted.headers ?? {})) {
      if (value !== undefined && name !== 'set-cookie') answered.set(name, String(value));
    }
    const isEmpty = [101, 204, 205, 304].includes(posted.statusCode);
    return new Response(isEmpty ? null : new Uint8Array(posted.body), {
      status: Math.max(posted.statusCode, 200),
      headers: answered,
    });
  };
}
