/**
 * The roles that can sign in, owner and service, both by password (SCRAM-SHA-256). Files from a backup get the passwords of
 * this data directory.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roleName } from './application.ts';
import type { Binaries } from './binaries.ts';
import { adviceFor, serverEnvironment } from './cluster.ts';
import { type Directories, giveToServer } from './directories.ts';
import { codeOf } from './error-code.ts';
import { readPassword } from './passwords.ts';
import { isLoginRefused, query } from './query.ts';

const hbaText = '# Written at each start.\nlocal all all scram-sha-256\n';

/**
 * Sets the owner's password if the files have another one. It uses PostgreSQL's single-user mode, because no role can
 * sign in with the right password yet. Call it holding the control lock, while no server runs.
 */
export async function setOwnerPassword(dirs: Directories, binaries: Binaries): Promise<void> {
  writeFileSync(dirs.hbaFile, hbaText);
  chmodSync(dirs.hbaFile, 0o644);
  const password = readPassword(dirs, 'owner');
  const fingerprint = createHash('sha256').update(password).digest('hex');
  // Kept inside the data directory, so that a restored copy shows which password it has.
  const marker = join(dirs.data, 'owner-password.sha256');
  if (readIfThere(marker) === fingerprint) return;
  const owner = roleName(dirs.application, 'owner');
  await runAlone(dirs, binaries, `alter role ${owner} password '${password}'`);
  writeFileSync(marker, fingerprint, { mode: 0o600, flush: true });
  giveToServer(dirs, marker);
}

/** Creates the service role or sets its password, unless it can already sign in. Call it while the server runs. */
export async function ensureServiceRole(dirs: Directories): Promise<void> {
  try {
    await query(dirs, 'service', 'postgres', 'select 1');
    return;
  } catch (error) {
    if (!isLoginRefused(error)) throw error;
  }
  const name = roleName(dirs.application, 'service');
  const known = await query(dirs, 'owner', 'postgres', `select 1 from pg_roles where rolname = '${name}'`);
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  const statement = `${known === undefined ? 'create' : 'alter'} role ${name} with ${rights} password '${readPassword(dirs, 'service')}'`;
  await query(dirs, 'owner', 'postgres', statement);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Passes the statement on standard input, because every user of the machine can read arguments. */
function runAlone(dirs: Directories, binaries: Binaries, statement: string): Promise<void> {
  const user = dirs.serverUser && { uid: dirs.serverUser.uid, gid: dirs.serverUser.gid };
  const settings = ['exit_on_error=on', 'password_encryption=scram-sha-256', 'log_min_error_statement=panic'];
  const args = ['--single', '-D', dirs.data, ...settings.flatMap((setting) => ['-c', setting]), 'postgres'];
  return new Promise((resolve, reject) => {
    const options = { ...user, cwd: dirs.base, env: serverEnvironment };
    const child = execFile(binaries.postgres, args, options, (error, _out, stderr) => {
      if (error === null) return resolve();
      const said = stderr.trim() || error.message;
      reject(
        new Error(`The database's password could not be set. ${adviceFor(dirs, said)}`, {
          cause: error,
        }),
      );
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${statement}\n`);
  });
}
