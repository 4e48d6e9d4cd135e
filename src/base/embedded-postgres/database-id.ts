/** The random id of a data directory, in `<dataDir>/database-id`: not guessable, and never changed. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Application } from './application.ts';
import { codeOf } from './error-code.ts';

export function newId(): string {
  return randomBytes(8).toString('hex');
}

/** @returns undefined when there is none yet. */
export function readId({ title, dataDirSetting }: Application, idFile: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(idFile, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(
      `Cannot read ${idFile}: ${(error as Error).message}. Run ${title} as the user who ran it first here, or set ${dataDirSetting}.`,
      { cause: error },
    );
  }
  if (!/^[0-9a-f]{16}$/.test(text)) throw new Error(`${idFile} is damaged: it should hold 16 hexadecimal digits.`);
  return text;
}

/** Writes the id atomically. When two processes do so at the same time, the first wins and both return its id. */
export function claimId(application: Application, idFile: string, id: string): string {
  const draft = `${idFile}.${newId()}`;
  try {
    writeFileSync(draft, `${id}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    throw new Error(
      `Cannot write into the data directory: ${(error as Error).message}. Set ${application.dataDirSetting} to a directory you can write.`,
      { cause: error },
    );
  }
  try {
    linkSync(draft, idFile);
  } catch (error) {
    // A file system without hard links: a rename is atomic as well, but not exclusive.
    if (codeOf(error) !== 'EEXIST') renameSync(draft, idFile);
  }
  rmSync(draft, { force: true });
  return readId(application, idFile) ?? id;
}
