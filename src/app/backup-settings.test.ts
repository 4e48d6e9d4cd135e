/** Settings of backups: which places, times and keys are accepted, and what is said of others. */
import { describe, expect, it } from 'vitest';
import { readBackupSettings } from './backup-settings.ts';

const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hush' };
const recipient = `age1${'q'.repeat(58)}`;

function read(env: Record<string, string>) {
  const problems: string[] = [];
  return { settings: readBackupSettings(env, problems), problems };
}

it.each<[string, Record<string, string>, object]>([
  ['a directory', { SLUICE_BACKUP_TO: '/backups' }, { to: { kind: 'directory', path: '/backups' } }],
  [
    'a bucket',
    { SLUICE_BACKUP_TO: 's3://backups/sluice', ...keys, AWS_SESSION_TOKEN: 'token', AWS_REGION: 'eu-central-1' },
    {
      to: {
        kind: 's3',
        address: { bucket: 'backups', prefix: 'sluice/', region: 'eu-central-1', addressing: 'virtual' },
        credentials: { kind: 'keys', keys: { accessKeyId: 'AKIA', secretAccessKey: 'hush', sessionToken: 'token' } },
      },
    },
  ],
  [
    'a bucket elsewhere, and a file of keys',
    {
      SLUICE_BACKUP_TO: 's3://backups',
      AWS_ENDPOINT_URL_S3: 'http://minio:9000',
      AWS_SHARED_CREDENTIALS_FILE: '/run/secrets/s3',
    },
    {
      to: {
        address: { endpoint: 'http://minio:9000', addressing: 'path' },
        credentials: { kind: 'file', path: '/run/secrets/s3', profile: 'default' },
      },
    },
  ],
  [
    'times, what is kept, and a key',
    { SLUICE_BACKUP_AT: '02:30, 14:05', SLUICE_BACKUP_KEEP: 'all', SLUICE_BACKUP_RECIPIENT: recipient },
    {
      times: [
        { hour: 2, minute: 30 },
        { hour: 14, minute: 5 },
      ],
      keep: 'all',
      recipient,
    },
  ],
])('%s', (_name, env, expected) => {
  const { settings, problems } = read(env);
  expect(problems).toEqual([]);
  expect(settings).toMatchObject(expected);
});

describe('refused', () => {
  it.each<[Record<string, string>, RegExp]>([
    [{ SLUICE_BACKUP_TO: '/b', DATABASE_URL: 'postgres://db' }, /^SLUICE_BACKUP_TO is for the built-in PostgreSQL/],
    [{ SLUICE_BACKUP_TO: 's3://backups' }, /^SLUICE_BACKUP_TO needs a key: set AWS_ACCESS_KEY_ID/],
    [{ SLUICE_BACKUP_TO: 'ftp://backups', ...keys }, /^SLUICE_BACKUP_TO must be a directory, or s3:/],
    [{ SLUICE_BACKUP_AT: '2:30' }, /^SLUICE_BACKUP_AT must be times of day in UTC, .* not "2:30"\.$/],
    [{ SLUICE_BACKUP_AT: '24:00' }, /^SLUICE_BACKUP_AT must be/],
    [{ SLUICE_BACKUP_AT: '02:30,' }, /^SLUICE_BACKUP_AT must be/],
    [{ SLUICE_BACKUP_KEEP: '7' }, /^SLUICE_BACKUP_KEEP must be "all", or how many to keep, .* not "7"\.$/],
    [{ SLUICE_BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1HUSH' }, /^SLUICE_BACKUP_RECIPIENT must be a public key of age/],
  ])('%j', (env, message) => {
    const { problems } = read(env);
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(problems.join()).not.toMatch(/hush/i);
  });
});
