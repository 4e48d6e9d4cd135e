/** Reads the address of a place: a directory, or `s3://bucket/prefix` with options behind it. Pure; holds no credential. */

export type S3Address = {
  bucket: string;
  /** Empty, or ends with `/`. */
  prefix: string;
  region: string;
  endpoint: string;
  /** Whether the bucket is in the path or in the host of the address. */
  addressing: 'path' | 'virtual';
  /** By the service, at rest. */
  encryption: { algorithm: 'AES256' | 'aws:kms'; kmsKey: string | undefined } | undefined;
};

type PlaceAddress = { kind: 'directory'; path: string } | ({ kind: 's3' } & S3Address);

const options = ['region', 'endpoint', 'addressing', 'sse', 'kms_key'] as const;

/**
 * @param usual where the address does not say: of the AWS variables.
 * @throws Error that says what is wrong with it, as the end of a sentence.
 */
export function readPlaceAddress(
  text: string,
  usual: { region?: string | undefined; endpoint?: string | undefined } = {},
): PlaceAddress {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: 'directory', path: text };
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') throw new Error('must be a directory, or s3://bucket/prefix');
  if (url.username !== '' || url.password !== '') {
    throw new Error('must hold no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  const given = Object.fromEntries(url.searchParams);
  const unknown = Object.keys(given).find((name) => !options.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`has the unknown option ${unknown}; known: ${options.join(', ')}`);
  const bucket = url.host;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error('must name a bucket, as in s3://bucket/prefix');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (!/^[\w./-]*$/.test(prefix)) throw new Error('may have letters, digits and . - _ / in its prefix only');
  const region = given.region || usual.region || 'us-east-1';
  if (!/^[a-z0-9-]+$/.test(region)) throw new Error('must name a region such as region=eu-central-1');
  const endpoint = readEndpoint(given.endpoint || usual.endpoint);
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    // Names of buckets with a dot have no certificate, and services of one's own mostly have no names for buckets.
    addressing: readAddressing(given.addressing, endpoint === undefined && !bucket.includes('.')),
    encryption: readEncryption(given.sse, given.kms_key),
  };
}

function readEndpoint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.search === '' && url.hash === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return text.replace(/\/$/, '');
  throw new Error('must have an endpoint such as https://s3.example.com');
}

function readAddressing(text: string | undefined, isVirtualUsual: boolean): S3Address['addressing'] {
  if (text === undefined) return isVirtualUsual ? 'virtual' : 'path';
  if (text === 'path' || text === 'virtual') return text;
  throw new Error('must have addressing=path or addressing=virtual');
}

function readEncryption(sse: string | undefined, kmsKey: string | undefined): S3Address['encryption'] {
  if (sse === undefined && kmsKey === undefined) return undefined;
  const algorithm = sse ?? 'aws:kms';
  if (algorithm === 'AES256' && kmsKey === undefined) return { algorithm, kmsKey };
  if (algorithm === 'aws:kms') return { algorithm, kmsKey };
  throw new Error('must have sse=AES256, or sse=aws:kms with or without kms_key');
}
