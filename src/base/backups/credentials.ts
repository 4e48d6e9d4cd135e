/** The credentials of an S3-compatible service, as the tools of AWS name them. Must never show one. */
import { readFile } from 'node:fs/promises';
import type { S3Credentials } from './s3-place.ts';

/** Keys, or a file with them that may change. */
export type CredentialsSource = { kind: 'keys'; keys: S3Credentials } | { kind: 'file'; path: string; profile: string };

export async function readCredentials(source: CredentialsSource): Promise<S3Credentials> {
  if (source.kind === 'keys') return source.keys;
  const text = await readFile(source.path, 'utf8').catch((error: Error) => {
    throw new Error(`AWS_SHARED_CREDENTIALS_FILE can't be read: ${error.message}`);
  });
  const found = findProfile(text, source.profile);
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey, aws_session_token: token } = found;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error(`${source.path} has no aws_access_key_id and aws_secret_access_key under [${source.profile}].`);
  }
  return { accessKeyId, secretAccessKey, sessionToken: token };
}

function findProfile(text: string, profile: string): Record<string, string> {
  const found: Record<string, string> = {};
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*(.+?)\s*\]/.exec(line) ?? [];
    if (section !== undefined) isInside = section === profile;
    const [, name, value] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInside && name !== undefined && value !== undefined && value !== '') found[name] = value;
  }
  return found;
}
