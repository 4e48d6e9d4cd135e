/**
 * An S3-compatible service: put, get, delete and list objects of one bucket over HTTP, in memory. It computes the signature
 * of each request itself (AWS Signature Version 4) and refuses what does not match, like a body with another SHA-256.
 */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example-secret-key' };
/** Small, so that lists have several pages. */
const pageSize = 3;

export type S3StandIn = Awaited<ReturnType<typeof createS3StandIn>>;

export async function createS3StandIn(bucket = 'backups') {
  const objects = new Map<string, { body: Buffer; headers: IncomingMessage['headers'] }>();
  const requests: string[] = [];
  /** Answers a request instead of the service. @returns whether it did. */
  let intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => refuse(response, 500, 'InternalError', error.message));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const url = new URL(request.url ?? '/', 'http://s3.local');
    requests.push(`${request.method} ${decodeURIComponent(url.pathname)}`);
    if (intercept(request, response)) return;
    const problem = findProblem(request, url, body);
    if (problem !== undefined) return refuse(response, 403, problem, 'refused');
    const [, named = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket', named);
    if (request.method === 'PUT') {
      objects.set(key, { body, headers: request.headers });
      response.end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === '') response.end(listOf(url.searchParams));
    else if (objects.has(key)) response.end(objects.get(key)?.body);
    else refuse(response, 404, 'NoSuchKey', key);
  }

  function listOf(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const within = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const entries = [...new Set(within.map((key) => key.slice(prefix.length).replace(/(?<=\/).*/, '')))];
    const from = Number(query.get('continuation-token') ?? 0);
    const page = entries.slice(from, from + pageSize).map((entry) => escapeXml(prefix + entry));
    const next =
      from + pageSize < entries.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
    const listed = page.map((entry) =>
      entry.endsWith('/')
        ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${entry}</Key><Size>1</Size></Contents>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix>${listed.join('')}${next}</ListBucketResult>`;
  }

  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The place of backups, as a setting names it. */
    address: `s3://${bucket}/sluice?endpoint=http://127.0.0.1:${port}`,
    env: { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey },
    keys,
    objects,
    requests,
    interceptWith(one: typeof intercept): void {
      intercept = one;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @returns the code of S3's error. */
function findProblem(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { headers } = request;
  const [, keyId, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (signature === undefined) return 'AccessDenied';
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const content = String(headers['x-amz-content-sha256']);
  if (content !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    content,
  ].join('\n');
  const [day = '', region = '', service = '', last = ''] = scope.split('/');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ];
  const key = [day, region, service, last].reduce<string | Buffer>(
    (from, part) => hmac(from, part),
    `AWS4${keys.secretAccessKey}`,
  );
  return hmac(key, toSign.join('\n')).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
