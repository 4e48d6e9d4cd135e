/**
 * A bucket of an S3-compatible service as a place for backups. Every object is one request of a bounded size, which is
 * signed with its SHA-256 and tried again: there are no multipart uploads that a killed process could leave behind.
 * Must never show a credential.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import type { Place } from './place.ts';
import type { S3Address } from './place-address.ts';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

type Options = {
  address: S3Address;
  /** Read anew for each request, as they may be temporary. */
  credentials: () => Promise<S3Credentials>;
  /** Between two attempts; for tests to replace. */
  pause?: (ms: number) => Promise<unknown>;
};
type Sent = {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  body?: Buffer;
  sha256?: string;
};

const requestTimeoutMs = 300_000;
const attemptsMax = 5;
const firstPauseMs = 500;
/** Of nothing. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export function s3Place(options: Options): Place {
  const { prefix } = options.address;
  const send = createSender(options);
  const keyOf = (folder: string, file: string): string => `${prefix}${folder}/${file}`;

  async function list(within: string): Promise<Listed> {
    const found: Listed = { keys: [], folders: [] };
    let token: string | undefined;
    do {
      const query = { 'list-type': '2', delimiter: '/', prefix: within };
      const answer = await send({
        method: 'GET',
        key: '',
        query: token === undefined ? query : { ...query, 'continuation-token': token },
      });
      const page = readList(await answer.text());
      found.keys.push(...page.keys.map((key) => key.slice(within.length)));
      found.folders.push(...page.folders.map((folder) => folder.slice(within.length, -1)));
      token = page.next;
    } while (token !== undefined);
    return found;
  }

  return {
    description: `s3://${options.address.bucket}/${prefix.replace(/\/$/, '')}`,
    directory: undefined,
    listFolders: async () => (await list(prefix)).folders,
    listFiles: async (folder) => (await list(`${prefix}${folder}/`)).keys,
    async write(folder, file, content, sha256) {
      await send({ method: 'PUT', key: keyOf(folder, file), body: content, sha256 });
    },
    async read(folder, file) {
      const answer = await send({ method: 'GET', key: keyOf(folder, file) });
      return answer.status === 404 ? undefined : Buffer.from(await answer.arrayBuffer());
    },
    async remove(folder, file) {
      await send({ method: 'DELETE', key: keyOf(folder, file) });
    },
    // A folder is what the keys of its files begin with.
    removeFolder: async () => {},
  };
}

/** @returns a function that sends a request until it is answered, or throws an Error that says what the service said. */
function createSender({ address, credentials, pause = delay }: Options) {
  return async (sent: Sent): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOnce(address, await credentials(), sent);
      if (outcome instanceof Response) return outcome;
      if (!outcome.passes || attempt === attemptsMax) throw outcome.error;
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  };
}

/** `passes`: another attempt may succeed. */
type Failure = { error: Error; passes: boolean };

async function sendOnce(address: S3Address, credentials: S3Credentials, sent: Sent): Promise<Response | Failure> {
  const { method, key, query = {}, body, sha256 = emptySha256 } = sent;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const session = sessionToken === undefined ? {} : { sessionToken };
  const client = new AwsClient({ accessKeyId, secretAccessKey, ...session, service: 's3', region: address.region });
  const url = urlOf(address, key);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = { 'x-amz-content-sha256': sha256, ...(method === 'PUT' ? encryptionOf(address) : {}) };
  try {
    const signed = await client.sign(url.href, {
      method,
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const answer = await fetch(signed, { redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs) });
    if (answer.ok || (answer.status === 404 && method !== 'PUT' && key !== '')) {
      // Its body may be cut off: whoever reads it must not have to try again.
      const content = await answer.arrayBuffer();
      return new Response(answer.status === 204 ? null : content, { status: answer.status });
    }
    return await failureOf(answer, address);
  } catch (error) {
    const { message, cause } = error as Error;
    const detail = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return { error: new Error(`${url.host} can't be reached: ${detail}`, { cause: error }), passes: true };
  }
}

function urlOf({ endpoint, bucket, addressing }: S3Address, key: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (addressing === 'virtual') url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `${base}/${addressing === 'path' ? `${bucket}/` : ''}${key}`;
  return url;
}

function encryptionOf({ encryption }: S3Address): Record<string, string> {
  if (encryption === undefined) return {};
  const { algorithm, kmsKey } = encryption;
  const header = 'x-amz-server-side-encryption';
  return { [header]: algorithm, ...(kmsKey === undefined ? {} : { [`${header}-aws-kms-key-id`]: kmsKey }) };
}

async function failureOf(answer: Response, { bucket, region }: S3Address): Promise<Failure> {
  const text = (await answer.text()).slice(0, 10_000);
  const [, code = `HTTP ${answer.status}`] = /<Code>([\w.-]{1,60})<\/Code>/.exec(text) ?? [];
  const passes = answer.status >= 500 || answer.status === 429 || code === 'RequestTimeout';
  const elsewhere = answer.headers.get('x-amz-bucket-region');
  const advice =
    elsewhere !== null && elsewhere !== region ? `: it is in the region ${elsewhere}` : (adviceFor[code] ?? '');
  return { error: new Error(`The bucket ${bucket} refused a request: ${code}${advice}.`), passes };
}

const adviceFor: Record<string, string> = {
  NoSuchBucket: ': create it first',
  InvalidAccessKeyId: ': check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: ': check AWS_SECRET_ACCESS_KEY',
  AccessDenied:
    ': the key needs s3:ListBucket, s3:GetObject and s3:PutObject, and s3:DeleteObject to delete old backups',
  RequestTimeTooSkewed: ': set the clock of this machine',
};

type Listed = { keys: string[]; folders: string[] };

/** Of an answer to ListObjectsV2. */
function readList(xml: string): Listed & { next: string | undefined } {
  const found: Listed & { next: string | undefined } = { keys: [], folders: [], next: undefined };
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', () => {
    const place = path.join('/');
    if (place === 'ListBucketResult/Contents/Key') found.keys.push(text);
    if (place === 'ListBucketResult/CommonPrefixes/Prefix') found.folders.push(text);
    if (place === 'ListBucketResult/NextContinuationToken') found.next = text;
    path.pop();
    text = '';
  });
  parser.write(xml).close();
  return found;
}
