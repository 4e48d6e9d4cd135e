/**
 * Posts one message. The name is resolved here, every address that it resolves to is judged, and the connection is made
 * to those addresses and no other. Never follows a redirect, and never waits or reads longer than its limits.
 */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressVerdict, literalAddress } from './destination.ts';
import type { Outcome } from './endpoint.ts';

const timeoutMsDefault = 10_000;
const answerBytesMax = 65_536;
const port = { 'http:': 80, 'https:': 443 } as const;

export type Post = {
  url: URL;
  headers: Record<string, string>;
  body: string;
  judge(address: string, port: number): AddressVerdict;
  resolve(name: string): Promise<string[]>;
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
  headers: http.IncomingHttpHeaders | null;
  body: Buffer | null;
  /** Of the addresses connected to; null when none was. */
  verdict: AddressVerdict | null;
};

class NotAllowed extends Error {}

export function postMessage({
  url,
  headers,
  body,
  judge,
  resolve,
  timeoutMs = timeoutMsDefault,
  ca,
  signal,
}: Post): Promise<Posted> {
  const began = performance.now();
  const toPort = Number(url.port || port[url.protocol as keyof typeof port]);
  let verdict: AddressVerdict | null = null;

  function admit(addresses: readonly string[]): void {
    const verdicts = addresses.map((address) => judge(address, toPort));
    // One bad address among good ones is a sign of someone who wants to be let in by chance.
    if (verdicts.includes('refused')) throw new NotAllowed();
    verdict = verdicts.find((one) => one !== 'public') ?? 'public';
  }

  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        try {
          admit(addresses);
        } catch (error) {
          callback(error as Error, '');
          return;
        }
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  return new Promise((settle) => {
    let answer: http.IncomingMessage | undefined;
    let bytes = 0;
    const chunks: Buffer[] = [];
    let isDone = false;

    function end(outcome: Outcome): void {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle({
        outcome,
        durationMs: Math.round(performance.now() - began),
        statusCode: answer?.statusCode ?? null,
        headers: answer?.headers ?? null,
        body: answer === undefined ? null : Buffer.concat(chunks).subarray(0, answerBytesMax),
        verdict,
      });
      request?.destroy();
    }

    const onAbort = (): void => end('not_connected');
    const timer = setTimeout(() => end('timed_out'), timeoutMs);
    signal.addEventListener('abort', onAbort);
    let request: http.ClientRequest | undefined;
    try {
      const literal = literalAddress(url);
      if (literal !== undefined) admit([literal]);
      request = start();
    } catch (error) {
      end(outcomeOf(error));
      return;
    }
    request.on('error', (error) => end(outcomeOf(error)));
    request.on('response', (response) => {
      answer = response;
      const succeeded = (response.statusCode ?? 0) >= 200 && (response.statusCode ?? 0) < 300;
      const finish = (): void => end(succeeded ? 'delivered' : 'refused');
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= answerBytesMax) finish();
      });
      response.on('end', finish);
      response.on('error', () => end('not_connected'));
    });
    request.end(body);

    function start(): http.ClientRequest {
      const length = Buffer.byteLength(body);
      const options = {
        method: 'POST',
        lookup,
        headers: { ...headers, 'content-length': length, connection: 'close' },
      };
      // An agent of its own: a connection is used once, and proxies named in the environment are not.
      return url.protocol === 'https:'
        ? https.request(url, {
            ...options,
            agent: new https.Agent(),
            rejectUnauthorized: true,
            ...(ca === undefined ? {} : { ca }),
          })
        : http.request(url, { ...options, agent: new http.Agent() });
    }
  });
}

/** Errors of a certificate that is not trusted, has ended or is for another name. */
const ofCertificate =
  /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECRYPT)|INVALID_|HOSTNAME_MISMATCH)/;

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotAllowed) return 'address_not_allowed';
  const code = String((error as { code?: unknown }).code ?? '');
  return ofCertificate.test(code) ? 'certificate_invalid' : 'not_connected';
}
