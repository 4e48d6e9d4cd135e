/**
 * Posts one message, or gets a document of an account's sign-in provider. The name is resolved here, every address that it resolves to is judged, and the connection is made
 * to those addresses and no other; one that is open already is used again only where the name still resolves to the same.
 * Never follows a redirect, and never waits or reads longer than its limits.
 */
import type { ClientRequest, Agent as HttpAgent, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressVerdict, literalAddress } from './destination.ts';
import type { Outcome } from './endpoint.ts';

/** As in `src/core/http/reason-phrases.ts`: an import would load an HTTP client at every start. */
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');
const timeoutMsDefault = 10_000;
const answerBytesMax = 65_536;
const port = { 'http:': 80, 'https:': 443 } as const;
/** Shorter than receivers usually keep a connection that nothing comes through. */
const idleMsMax = 4_000;
const idleConnectionsMax = 10;

/** Connections that are kept open between messages. Proxies named in the environment are not used. */
export type Connections = { http: HttpAgent; https: HttpsAgent; close(): void };

/** A connection is found again by what the name of its host resolved to, beside what Node.js finds it by. */
const named = (name: string, options: object | undefined): string =>
  `${name}:${(options as { addresses?: string } | undefined)?.addresses ?? ''}`;

class Agent extends http.Agent {
  override getName(options?: Parameters<HttpAgent['getName']>[0]): string {
    return named(super.getName(options), options);
  }
}
class SecureAgent extends https.Agent {
  override getName(options?: Parameters<HttpsAgent['getName']>[0]): string {
    return named(super.getName(options), options);
  }
}

export function keepConnections(): Connections {
  const options = { keepAlive: true, timeout: idleMsMax, maxFreeSockets: idleConnectionsMax };
  const [plain, secure] = [new Agent(options), new SecureAgent(options)];
  return {
    http: plain,
    https: secure,
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

export type Post = {
  url: URL;
  headers: Record<string, string>;
  /** Undefined: it is a GET. */
  body: string | undefined;
  judge(address: string, port: number): AddressVerdict;
  resolve(name: string): Promise<string[]>;
  connections: Connections;
  /** For all of it, the answer's body included; ten seconds by default. */
  timeoutMs?: number;
  /** Certificates trusted beside the system's, for tests. */
  ca?: string;
  /** Ends it early, as when the service stops. */
  signal: AbortSignal;
};

export type Posted = {
  outcome: Outcome;
  durationMs: number;
  statusCode: number | null;
  headers: IncomingHttpHeaders | null;
  body: Buffer | null;
  /** The verdict on the addresses; null when no connection was made. */
  verdict: AddressVerdict | null;
};

class NotAllowed extends Error {}

/** One post under way. */
type Exchange = {
  verdict: AddressVerdict | null;
  request: ClientRequest | undefined;
  answer: IncomingMessage | undefined;
  chunks: Buffer[];
  isDone: boolean;
  end(outcome: Outcome): void;
};

export function postMessage(post: Post): Promise<Posted> {
  const { timeoutMs = timeoutMsDefault, signal } = post;
  const began = performance.now();

  return new Promise((resolve) => {
    const exchange: Exchange = {
      ...{ verdict: null, request: undefined, answer: undefined, chunks: [], isDone: false },
      end(outcome) {
        if (exchange.isDone) return;
        exchange.isDone = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        const { answer, chunks, verdict } = exchange;
        resolve({
          outcome,
          durationMs: Math.round(performance.now() - began),
          statusCode: answer?.statusCode ?? null,
          headers: answer?.headers ?? null,
          body: answer === undefined ? null : Buffer.concat(chunks).subarray(0, answerBytesMax),
          verdict,
        });
        // Without effect once the answer was read to its end: the connection may then be used again.
        exchange.request?.destroy();
      },
    };

    const onAbort = (): void => exchange.end('not_connected');
    const timer = setTimeout(() => exchange.end('timed_out'), timeoutMs);
    signal.addEventListener('abort', onAbort);
    find(post, exchange).then(
      (addresses) => {
        if (!exchange.isDone) send(post, exchange, addresses, true);
      },
      (error: unknown) => exchange.end(outcomeOf(error)),
    );
  });
}

/** The addresses to connect to, each judged. @throws NotAllowed */
async function find({ url, resolve, judge }: Post, exchange: Exchange): Promise<string[]> {
  const toPort = Number(url.port || port[url.protocol as keyof typeof port]);
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname) : [literal];
  const verdicts = addresses.map((address) => judge(address, toPort));
  // One bad address among good ones is a sign of someone who wants to be let in by chance.
  if (verdicts.includes('refused')) throw new NotAllowed();
  exchange.verdict = verdicts.find((one) => one !== 'public') ?? 'public';
  return addresses;
}

/** @param again whether a connection that is open already may be used. */
function send(post: Post, exchange: Exchange, addresses: readonly string[], again: boolean): void {
  const sent = start(post, addresses, again);
  exchange.request = sent;
  sent.on('error', (error) => {
    // The receiver closed it as the message was sent: that is no answer.
    if (sent.reusedSocket && exchange.answer === undefined && !exchange.isDone) send(post, exchange, addresses, false);
    else exchange.end(outcomeOf(error));
  });
  sent.on('response', (response) => read(response, exchange));
  sent.end(post.body);
}

function read(response: IncomingMessage, exchange: Exchange): void {
  exchange.answer = response;
  let bytes = 0;
  const succeeded = (response.statusCode ?? 0) >= 200 && (response.statusCode ?? 0) < 300;
  const finish = (): void => exchange.end(succeeded ? 'delivered' : 'refused');
  response.on('data', (chunk: Buffer) => {
    exchange.chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= answerBytesMax) finish();
  });
  response.on('end', finish);
  response.on('error', () => exchange.end('not_connected'));
}

function start({ url, headers, body, connections, ca }: Post, addresses: readonly string[], again: boolean) {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    addresses: addresses.toSorted().join(),
    lookup: ((_name, { all }, callback) => {
      if (all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    }) satisfies LookupFunction,
  };
  if (url.protocol === 'http:') {
    return http.request(url, { ...options, agent: again ? connections.http : new http.Agent() });
  }
  const trusted = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  return https.request(url, { ...options, ...trusted, agent: again ? connections.https : new https.Agent() });
}

/** Errors of a certificate that is not trusted, has ended or is for another name. */
const ofCertificate =
  /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECRYPT)|INVALID_|HOSTNAME_MISMATCH)/;

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotAllowed) return 'address_not_allowed';
  const code = String((error as { code?: unknown }).code ?? '');
  return ofCertificate.test(code) ? 'certificate_invalid' : 'not_connected';
}
