/**
 * Copies the files of a running server by PostgreSQL's low-level backup API. The files alone are inconsistent: the copy
 * holds a `backup_label` and the WAL written meanwhile, from which its first start recovers the state at the end of the
 * copy. Without that label it must never be started.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import type { BackupTarget } from './backup-target.ts';
import type { Directories } from './directories.ts';
import { inSession } from './query.ts';

/** Directories whose content belongs to the running server, or is copied separately. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const omittedFiles = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
const controlFile = 'global/pg_control';
const controlReadsMax = 100;

/** Copies the database to `target`. What was committed before the call is in the copy. */
export async function copyRunningDatabase(dirs: Directories, target: BackupTarget): Promise<void> {
  await inSession(dirs, 'owner', { database: 'postgres', timeoutMs: 0 }, async (client) => {
    await refuseTablespaces(client);
    // Until this session ends, no WAL is removed from here on.
    const slot = `backup_${randomBytes(8).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    await client.query(`select pg_backup_start('${dirs.application.name}', fast => true)`);

    await target.tree(dirs.data, { omit: isOmitted, live: true });
    for (const name of emptied) await target.directory(name);
    await copyControlFile(dirs.data, target);

    // There is no WAL archive to wait for: the segments are copied here.
    const stopped = await client.query<{ lsn: string; position: string; labelfile: string; spcmapfile: string }>(
      `select lsn, (lsn - '0/0')::text as position, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)`,
    );
    const { position, labelfile, spcmapfile } = stopped.rows[0]!;
    const { rows } = await client.query<{ bytes: string }>(
      `select setting as bytes from pg_settings where name = 'wal_segment_size'`,
    );
    await copyWal(dirs.data, target, walSegments(labelfile, BigInt(position), BigInt(rows[0]!.bytes)));
    await target.content('backup_label', labelfile);
    if (spcmapfile !== '') await target.content('tablespace_map', spcmapfile);
  });
}

function isOmitted(path: string): boolean {
  const name = basename(path);
  return (
    emptied.has(path) ||
    omittedFiles.has(path) ||
    path === controlFile ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('pg_internal.init')
  );
}

/** Their files are elsewhere, and a copy that is started would use those of the original. */
async function refuseTablespaces(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ spcname: string }>(
    `select spcname from pg_tablespace where spcname not in ('pg_default', 'pg_global') order by spcname`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.spcname).join(', ');
  throw new Error(`it has tablespaces of its own (${names}): back it up with pg_basebackup`);
}

/** The server may write the file while it is read; two equal reads in a row are a whole one. */
async function copyControlFile(from: string, target: BackupTarget): Promise<void> {
  let before = await readFile(join(from, controlFile));
  for (let reads = 1; reads < controlReadsMax; reads++) {
    const now = await readFile(join(from, controlFile));
    if (now.equals(before)) return await target.content(controlFile, now);
    before = now;
  }
  throw new Error(`${controlFile} changes too fast to be read`);
}

/**
 * The names of the WAL files from the one in which the backup began to the one in which it ended.
 * @param position of the end, in bytes; the file that holds the byte before it is the last.
 */
export function walSegments(labelfile: string, position: bigint, segmentBytes: bigint): string[] {
  const first = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1];
  if (first === undefined) throw new Error('the backup label does not name its first WAL file');
  const perLog = 0x1_0000_0000n / segmentBytes;
  const timeline = first.slice(0, 8);
  const from = BigInt(`0x${first.slice(8, 16)}`) * perLog + BigInt(`0x${first.slice(16)}`);
  const to = (position - 1n) / segmentBytes;
  const hex = (part: bigint): string => part.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let segment = from; segment <= to; segment++) {
    names.push(`${timeline}${hex(segment / perLog)}${hex(segment % perLog)}`);
  }
  return names;
}

async function copyWal(data: string, target: BackupTarget, names: readonly string[]): Promise<void> {
  for (const name of names) await target.file(join('pg_wal', name), join(data, 'pg_wal', name));
}
