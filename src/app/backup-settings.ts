/** The settings of backups: where they go, when, which are kept, and the key to a bucket. Must never print a secret. */
import type { CredentialsSource } from '../base/backups/credentials.ts';
import { isRecipient } from '../base/backups/encryption-key.ts';
import type { PlaceSettings } from '../base/backups/open-place.ts';
import { readPlaceAddress } from '../base/backups/place-address.ts';
import { defaultKeep, type Keep, readKeep } from '../base/backups/retention.ts';
import type { TimeOfDay } from '../features/backups/due-backup.ts';

export type BackupSettings = {
  /** Undefined: the service makes none. */
  to: PlaceSettings | undefined;
  /** In UTC. */
  times: TimeOfDay[];
  keep: Keep;
  /** The public key to encrypt to. Undefined: they are not encrypted. */
  recipient: string | undefined;
};

type Environment = Record<string, string | undefined>;

const defaultTimes = '02:30';
const timesMax = 24;
const keepAdvice = `must be "all", or how many to keep, such as ${defaultKeep}`;

export function readBackupSettings(env: Environment, problems: string[]): BackupSettings {
  const to = env.SLUICE_BACKUP_TO || undefined;
  const recipient = env.SLUICE_BACKUP_RECIPIENT || undefined;
  if (to !== undefined && env.DATABASE_URL) {
    problems.push(
      'SLUICE_BACKUP_TO is for the built-in PostgreSQL, and DATABASE_URL names another: back that one up with its own tools, such as pgBackRest or pg_dump.',
    );
  }
  if (recipient !== undefined && !isRecipient(recipient)) {
    problems.push('SLUICE_BACKUP_RECIPIENT must be a public key of age, age1…, as age-keygen prints it.');
  }
  const settings = {
    times: readTimes(env.SLUICE_BACKUP_AT || defaultTimes, problems),
    keep: readKeep(env.SLUICE_BACKUP_KEEP || defaultKeep),
    recipient,
    to: undefined as PlaceSettings | undefined,
  };
  if (settings.keep === undefined) problems.push(`SLUICE_BACKUP_KEEP ${keepAdvice}, not "${env.SLUICE_BACKUP_KEEP}".`);
  try {
    if (to !== undefined) settings.to = readPlaceSettings(env, to);
  } catch (error) {
    problems.push(`SLUICE_BACKUP_TO ${(error as Error).message}.`);
  }
  return { ...settings, keep: settings.keep ?? 'all' };
}

/** Of a setting or an option. @throws Error that says what is wrong with it, as the end of a sentence. */
export function readPlaceSettings(env: Environment, text: string): PlaceSettings {
  const address = readPlaceAddress(text, {
    region: env.AWS_REGION || undefined,
    endpoint: env.AWS_ENDPOINT_URL_S3 || undefined,
  });
  if (address.kind === 'directory') return address;
  const credentials = readCredentialsSource(env);
  if (credentials !== undefined) return { kind: 's3', address, credentials };
  throw new Error('needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE');
}

/** Of the option `--keep`. @throws Error that says what is wrong with it. */
export function readKeepOption(text: string): Keep {
  const keep = readKeep(text);
  if (keep === undefined) throw new Error(`--keep ${keepAdvice}.`);
  return keep;
}

function readCredentialsSource(env: Environment): CredentialsSource | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) {
    return { kind: 'keys', keys: { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined } };
  }
  const path = env.AWS_SHARED_CREDENTIALS_FILE || undefined;
  return path === undefined ? undefined : { kind: 'file', path, profile: env.AWS_PROFILE || 'default' };
}

function readTimes(text: string, problems: string[]): TimeOfDay[] {
  const times = text.split(',').map((time) => /^\s*([01]\d|2[0-3]):([0-5]\d)\s*$/.exec(time));
  if (times.length <= timesMax && times.every((time) => time !== null)) {
    return times.map(([, hour, minute]) => ({ hour: Number(hour), minute: Number(minute) }));
  }
  problems.push(`SLUICE_BACKUP_AT must be times of day in UTC, such as 02:30 or 02:30,14:30, not "${text}".`);
  return [];
}
