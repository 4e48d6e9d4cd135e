/** The key that signs seals: that of the settings, or of the data directory. Its text is never shown. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSealKeys, type SealKeys } from '../../core/seals/seal-keys.ts';
import { type Config, ConfigError, dataDirFiles } from '../config.ts';

const howToMake = 'Create one with: openssl genpkey -algorithm ed25519 -out seal-key.pem';

/** @returns undefined where there is none. @throws ConfigError when it cannot be read. */
export async function findSealKeys({
  sealKey,
  dataDir,
}: Pick<Config, 'sealKey' | 'dataDir'>): Promise<SealKeys | undefined> {
  const pem = sealKey?.startsWith('-----BEGIN ')
    ? sealKey
    : await readIfThere(sealKey ?? join(dataDir, dataDirFiles.sealKey));
  if (pem === undefined && sealKey === undefined) return undefined;
  if (pem === undefined) throw new ConfigError([`SLUICE_SEAL_KEY names a file that can't be read. ${howToMake}`]);
  const keys = readSealKeys(pem);
  if (keys !== undefined) return keys;
  const what = sealKey === undefined ? join(dataDir, dataDirFiles.sealKey) : 'SLUICE_SEAL_KEY';
  throw new ConfigError([
    `${what} must be an Ed25519 private key in PEM, or the name of a file with one; public keys of earlier keys may follow it. ${howToMake}`,
  ]);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
