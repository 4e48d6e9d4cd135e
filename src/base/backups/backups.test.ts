/** Names, retention, manifests, addresses, pieces: what decides which backup counts, and which one is deleted. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { databaseMark, nameBackup, readBackupName } from './backup-name.ts';
import { isPieceName, type Manifest, pieceName, readManifest, writeManifest } from './manifest.ts';
import { readPieces, writePieces } from './pieces.ts';
import { readPlaceAddress } from './place-address.ts';
import { chooseExpired, defaultKeep, readKeep } from './retention.ts';

describe('a name', () => {
  it('is the time in UTC and the database', () => {
    const database = databaseMark('7300000000000000001');
    const name = nameBackup(new Date('2026-11-27T02:30:05.999Z'), database);
    expect(name).toMatch(/^20261127T023005Z-[0-9a-f]{8}$/);
    expect(readBackupName(name)).toEqual({ name, startedAt: new Date('2026-11-27T02:30:05Z'), database });
    expect(databaseMark('7300000000000000002')).not.toBe(database);
  });

  it.each([
    '20261127T023005Z',
    '20261127T023005Z-XYZ',
    '20261332T023005Z-00000000',
    '20260230T023005Z-00000000',
    '20261127T023005Z-00000000.bak',
    'lost+found',
    '',
  ])('is not %j', (text) => expect(readBackupName(text)).toBeUndefined());
});

describe('retention', () => {
  const at = (text: string) => readBackupName(`${text.replace(/[-:]/g, '')}Z-00000000`)!;
  const days = (first: string, count: number) =>
    Array.from({ length: count }, (_, day) =>
      at(new Date(Date.parse(`${first}T02:30:00Z`) + day * 86_400_000).toISOString().slice(0, 19)),
    );
  const keptOf = (backups: ReturnType<typeof days>, keep: string): string[] => {
    const expired = new Set(chooseExpired(backups, readKeep(keep)!));
    return backups.filter((one) => !expired.has(one)).map(({ startedAt }) => startedAt.toISOString().slice(0, 16));
  };

  it.each<[string, ReturnType<typeof days>, string[]]>([
    ['last=2', days('2026-11-01', 4), ['2026-11-03T02:30', '2026-11-04T02:30']],
    // Of a day its newest.
    [
      'daily=2',
      [at('2026-11-02T02:30:00'), at('2026-11-03T02:30:00'), at('2026-11-03T14:30:00')],
      ['2026-11-02T02:30', '2026-11-03T14:30'],
    ],
    // Days without one do not count.
    ['daily=2', [at('2026-10-01T02:30:00'), at('2026-11-03T02:30:00')], ['2026-10-01T02:30', '2026-11-03T02:30']],
    // A week ends on Sunday.
    ['weekly=2', days('2026-11-01', 9), ['2026-11-08T02:30', '2026-11-09T02:30']],
    ['monthly=2', days('2026-10-30', 5), ['2026-10-31T02:30', '2026-11-03T02:30']],
    ['weekly=1,last=1', days('2026-11-01', 3), ['2026-11-03T02:30']],
    ['all', days('2026-11-01', 3), ['2026-11-01T02:30', '2026-11-02T02:30', '2026-11-03T02:30']],
    ['monthly=1', [], []],
  ])('%s', (keep, backups, kept) => {
    expect(keptOf(backups, keep)).toEqual(kept);
    expect(keptOf([...backups].reverse(), keep).sort()).toEqual(kept);
  });

  it('by default has a year in few backups, applied day by day', () => {
    let backups: ReturnType<typeof days> = [];
    for (const day of days('2026-01-01', 365)) {
      backups.push(day);
      const expired = new Set(chooseExpired(backups, readKeep(defaultKeep)!));
      expect(expired.has(day)).toBe(false);
      backups = backups.filter((one) => !expired.has(one));
    }
    const kept = backups.map(({ startedAt }) => startedAt.toISOString().slice(0, 10));
    expect(kept.slice(-7)).toEqual(days('2026-12-25', 7).map(({ startedAt }) => startedAt.toISOString().slice(0, 10)));
    expect(kept).toEqual(
      expect.arrayContaining(['2026-01-31', '2026-06-30', '2026-11-30', '2026-12-06', '2026-12-20']),
    );
    expect(kept).toHaveLength(7 + 3 + 11);
  });

  it.each(['', 'daily', 'daily=x', 'daily=-1', 'yearly=1', 'daily=1,daily=2', 'last=0', 'none', 'last=12345'])(
    'is not %j',
    (text) => expect(readKeep(text)).toBeUndefined(),
  );
});

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const manifest: Manifest = {
  name: '20261127T023005Z-0f0f0f0f',
  startedAt: new Date('2026-11-27T02:30:05.250Z'),
  finishedAt: new Date('2026-11-27T02:31:00Z'),
  version: '0.2.0',
  postgresql: 18,
  architecture: 'x64',
  databaseBytes: 10_000_000,
  encryptedTo: null,
  sealHead: 'sluice-seal/1/…',
  pieces: [
    { name: 'archive-000001', bytes: 1, sha256: sha256('a') },
    { name: 'archive-000002', bytes: 1, sha256: sha256('b') },
  ],
};

describe('a manifest', () => {
  it('is read as it was written', () => {
    expect(readManifest(manifest.name, writeManifest(manifest))).toEqual(manifest);
  });

  it.each<[string, (document: Record<string, unknown>) => unknown]>([
    ['of another backup', (document) => ({ ...document, name: '20261128T023005Z-0f0f0f0f' })],
    ['of another format', (document) => ({ ...document, format: 'sluice-backup/2' })],
    ['without pieces', (document) => ({ ...document, pieces: [] })],
    ['with a piece left out', (document) => ({ ...document, pieces: manifest.pieces.slice(1) })],
    ['with a piece elsewhere', (document) => ({ ...document, pieces: [{ ...manifest.pieces[0], name: '../secret' }] })],
    ['with a piece without checksum', (document) => ({ ...document, pieces: [{ name: 'archive-000001', bytes: 1 }] })],
    ['with no time', (document) => ({ ...document, finished_at: null })],
    ['that is a list', () => []],
  ])('%s is none', (_what, change) => {
    const document = change(JSON.parse(writeManifest(manifest).toString()));
    expect(readManifest(manifest.name, Buffer.from(JSON.stringify(document)))).toBeUndefined();
  });

  it('that is cut off is none', () => {
    expect(readManifest(manifest.name, writeManifest(manifest).subarray(0, -3))).toBeUndefined();
  });

  it('names its pieces so that they sort, and nothing else has such a name', () => {
    expect([1, 999_999].map(pieceName)).toEqual(['archive-000001', 'archive-999999']);
    expect(['archive-000001', 'archive-1', 'archive-000001.txt', 'manifest.json'].map(isPieceName)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('pieces', () => {
  async function cut(chunks: string[]) {
    const written = new Map<string, Buffer>();
    const source = async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    };
    const pieces = await writePieces(
      source(),
      async (name, content, hash) => {
        expect(hash).toBe(sha256(content.toString()));
        written.set(name, Buffer.from(content));
      },
      4,
    );
    return { pieces, written };
  }
  const joined = async (pieces: Manifest['pieces'], written: Map<string, Buffer>): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of readPieces(pieces, async (name) => written.get(name))) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  it.each([
    [['abcdefghij'], ['abcd', 'efgh', 'ij']],
    [
      ['ab', 'c', 'defgh'],
      ['abcd', 'efgh'],
    ],
    [['a'], ['a']],
    [[], []],
  ])('%j', async (chunks, parts) => {
    const { pieces, written } = await cut(chunks);
    expect([...written.values()].map(String)).toEqual(parts);
    expect(pieces.map(({ name, bytes }) => [name, bytes])).toEqual(
      parts.map((part, index) => [pieceName(index + 1), part.length]),
    );
    expect(await joined(pieces, written)).toBe(chunks.join(''));
  });

  it('that are missing, changed, cut off or swapped are named', async () => {
    const { pieces, written } = await cut(['abcdefgh']);
    const [first, second] = [written.get('archive-000001')!, written.get('archive-000002')!];
    const broken: [Map<string, Buffer>, RegExp][] = [
      [new Map([['archive-000001', first]]), /^archive-000002 is missing$/],
      [new Map([...written, ['archive-000002', Buffer.from('efgH')]]), /^archive-000002 is not as it was written$/],
      [new Map([...written, ['archive-000001', first.subarray(1)]]), /^archive-000001 is not as it was written$/],
      [
        new Map([
          ['archive-000001', second],
          ['archive-000002', first],
        ]),
        /^archive-000001 is not/,
      ],
    ];
    for (const [files, message] of broken) await expect(joined(pieces, files)).rejects.toThrow(message);
  });

  it('are not written after one failed', async () => {
    const names: string[] = [];
    const source = async function* () {
      for (;;) yield Buffer.from('abcd');
    };
    const write = async (name: string): Promise<void> => {
      names.push(name);
      if (name === 'archive-000002') throw new Error('full');
    };
    await expect(writePieces(source(), write, 4)).rejects.toThrow('full');
    expect(names).toEqual(['archive-000001', 'archive-000002']);
  });
});

describe('an address', () => {
  const s3 = { kind: 's3', bucket: 'backups', prefix: '', region: 'us-east-1', encryption: undefined };
  it.each<[string, object, Parameters<typeof readPlaceAddress>[1]?]>([
    ['/backups', { kind: 'directory', path: '/backups' }],
    ['backups/sluice', { kind: 'directory', path: 'backups/sluice' }],
    ['s3://backups', { ...s3, endpoint: 'https://s3.us-east-1.amazonaws.com', addressing: 'virtual' }],
    [
      's3://backups/a/b/',
      { ...s3, prefix: 'a/b/', endpoint: 'https://s3.us-east-1.amazonaws.com', addressing: 'virtual' },
    ],
    [
      's3://a.example',
      { ...s3, bucket: 'a.example', endpoint: 'https://s3.us-east-1.amazonaws.com', addressing: 'path' },
    ],
    [
      's3://backups?region=eu-1&endpoint=http://minio:9000/',
      { ...s3, region: 'eu-1', endpoint: 'http://minio:9000', addressing: 'path' },
    ],
    [
      's3://backups?addressing=virtual',
      { ...s3, region: 'eu-1', endpoint: 'https://s3.example.com', addressing: 'virtual' },
      { region: 'eu-1', endpoint: 'https://s3.example.com' },
    ],
    [
      's3://backups?sse=aws:kms&kms_key=arn:1&region=eu-1',
      {
        ...s3,
        region: 'eu-1',
        endpoint: 'https://s3.eu-1.amazonaws.com',
        addressing: 'virtual',
        encryption: { algorithm: 'aws:kms', kmsKey: 'arn:1' },
      },
    ],
    [
      's3://backups?sse=AES256',
      {
        ...s3,
        endpoint: 'https://s3.us-east-1.amazonaws.com',
        addressing: 'virtual',
        encryption: { algorithm: 'AES256', kmsKey: undefined },
      },
    ],
  ])('%s', (text, expected, usual) => expect(readPlaceAddress(text, usual)).toEqual(expected));

  it.each([
    ['https://example.com/x', /^must be a directory, or s3:/],
    ['s3://key:secret@backups', /^must hold no key/],
    ['s3://B', /^must name a bucket/],
    ['s3://backups?regoin=x', /^has the unknown option regoin/],
    ['s3://backups?sse=none', /^must have sse=/],
    ['s3://backups?sse=AES256&kms_key=x', /^must have sse=/],
    ['s3://backups?addressing=host', /^must have addressing=/],
    ['s3://backups?endpoint=minio:9000', /^must have an endpoint/],
    ['s3://backups?endpoint=https://a:b@minio', /^must have an endpoint/],
    ['s3://backups?region=EU', /^must name a region/],
    ['s3://backups/a%20b', /^may have letters/],
  ])('%s is refused', (text, message) => expect(() => readPlaceAddress(text)).toThrow(message));
});
