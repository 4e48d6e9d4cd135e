/**
 * The roles' passwords: `<dataDir>/pgpass`, mode 600, in the format of PostgreSQL's password file, so that its tools
 * can use it (`PGPASSFILE`). If the file is missing, the next start of the server generates and sets new passwords.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { type Application, type Role, roleName, roles } from './application.ts';
import type { Directories } from './directories.ts';
import { codeOf } from './error-code.ts';

const passwordBytes = 32;

/** Creates the file if it is missing. Call it holding the control lock. @throws Error when the file is unusable. */
export function makePasswords(dirs: Directories): void {
  if (existsSync(dirs.passwordFile)) for (const role of roles) readPassword(dirs, role);
  else writePasswords(dirs);
}

function writePasswords({ passwordFile, application }: Directories): void {
  const lines = roles.map((role) => {
    const password = randomBytes(passwordBytes).toString('base64url');
    return `*:*:*:${roleName(application, role)}:${password}\n`;
  });
  const draft = `${passwordFile}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, lines.join(''), { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, passwordFile);
}

/** @throws Error when the file is unreadable, damaged, or readable by others. */
export function readPassword({ passwordFile, application }: Directories, role: Role): string {
  const password = find(read(passwordFile), application, role);
  if (password === undefined) {
    throw new Error(`${passwordFile} is damaged: stop the service, delete the file and start the service again.`);
  }
  return password;
}

function read(file: string): string {
  try {
    if ((statSync(file).mode & 0o077) !== 0) throw new Error(`others may read it; run: chmod 600 ${file}`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'it is gone; start the service again' : (error as Error).message;
    throw new Error(`Cannot use the database's passwords in ${file}: ${reason}.`, { cause: error });
  }
}

function find(text: string, application: Application, role: Role): string | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`*:*:*:${roleName(application, role)}:`));
  return line?.match(/^.*:([\w-]{20,})$/)?.[1];
}
