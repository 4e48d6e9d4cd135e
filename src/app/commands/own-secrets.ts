/** The secrets of a data directory: generated when it is first used, where the settings have none. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSealKey } from '../../core/seals/seal-keys.ts';
import { type Config, dataDirFiles, developmentSecretPrefix } from '../config.ts';

const secretBytes = 33;

/** The data directory's own secret, generated on the first start and readable by its owner only. */
export const developmentSecret = (dataDir: string): Promise<string> =>
  generated(
    dataDir,
    dataDirFiles.secret,
    () => developmentSecretPrefix + randomBytes(secretBytes).toString('base64url'),
  );

/** Likewise the key that signs seals, in PEM. */
export const developmentSealKey = (dataDir: string): Promise<string> =>
  generated(dataDir, dataDirFiles.sealKey, newSealKey);

async function generated(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name);
  const found = await readIfThere(file);
  if (found !== undefined) return found;
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${make().trim()}\n`, { mode: 0o600, flush: true });
  // A whole file or none, and of two processes the first one's.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What encrypts now, and what may still decrypt. */
export const secretsOf = ({ previousSecret }: Config, secret: string): readonly [string, ...string[]] =>
  previousSecret === undefined ? [secret] : [secret, previousSecret];
