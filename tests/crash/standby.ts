/**
 * A primary with a synchronous standby, and what stands in front of them: a forwarder that sends connections to the one
 * it is told, as a load balancer or a virtual address does. Never touches a server that it did not start.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../../src/base/database/pool.ts';
import { prepareBinaries } from '../../src/base/embedded-postgres/binaries.ts';
import { prepareSocketDir } from '../../src/base/embedded-postgres/directories.ts';
import type { ServerAddress } from '../../src/base/embedded-postgres/index.ts';
import { spawnPostmaster } from '../../src/base/embedded-postgres/postmaster.ts';
import {
  copyFreshDatabase,
  directoriesOf,
  findPostmaster,
  isAlive,
  type Postmaster,
  removeTestDatabase,
  startServer,
} from '../support/built-in-server.ts';
import { until } from './support.ts';

export type Pair = {
  /** The service's and the owner's connections to whichever server is the primary. */
  service: ServerAddress;
  owner: ServerAddress;
  /** Kills the primary as kill -9 does, and everybody's connections with it. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary and sends connections there. */
  promote(): Promise<void>;
  close(): Promise<void>;
};

export async function createPair(): Promise<Pair> {
  const root = mkdtempSync(join(tmpdir(), 'sluice-standby-'));
  const [first, second] = [join(root, 'first', '.sluice'), join(root, 'second', '.sluice')];
  for (const dataDir of [first, second]) copyFreshDatabase(dataDir);
  // Both roles get their passwords of the first.
  const made = await startServer({ dataDir: first, own: false });
  await made.stop();

  const standby = directoriesOf(second);
  rmSync(standby.data, { recursive: true });
  execFileSync('cp', ['-a', made.data, standby.data]);
  const hbaFile = (base: string): string => {
    const file = join(base, 'pair_hba.conf');
    writeFileSync(file, 'local all all scram-sha-256\nlocal replication all scram-sha-256\n', { mode: 0o644 });
    return file;
  };
  const signal = join(standby.data, 'standby.signal');
  writeFileSync(signal, '');
  if (standby.serverUser !== undefined) chownSync(signal, standby.serverUser.uid, standby.serverUser.gid);

  const primary = await startServer({
    dataDir: first,
    own: false,
    settings: { hba_file: hbaFile(directoriesOf(first).base) },
  });
  const { host, port, user, password } = primary.owner;
  prepareSocketDir(standby);
  spawnPostmaster(standby, prepareBinaries(standby), {
    hba_file: hbaFile(standby.base),
    primary_conninfo: `host=${host} port=${port} user=${user} password=${password} application_name=standby`,
  });
  const pool = createPool(primary.owner, { connections: 1 });
  const isThere = async (state: string) =>
    (await pool.query('select from pg_stat_replication where sync_state = $1', [state])).rows.length === 1;
  await until('the standby streams', () => isThere('async'));
  await pool.query(`alter system set synchronous_standby_names = 'standby'`);
  await pool.query('select pg_reload_conf()');
  await until('the standby is synchronous', () => isThere('sync'));
  await pool.end();

  const forwarder = await createForwarder();
  forwarder.to(primary.owner);
  return {
    service: { ...primary.service, ...forwarder.address },
    owner: { ...primary.owner, ...forwarder.address },
    async killPrimary() {
      const { pid } = findPostmaster(directoriesOf(first)) as Postmaster;
      process.kill(pid, 'SIGKILL');
      await until('the primary is gone', () => !isAlive(pid));
      forwarder.to(undefined);
    },
    async promote() {
      const there: ServerAddress = { ...primary.owner, host: standby.socketDir };
      const own: pg.Pool = createPool(there, { connections: 1 });
      await own.query('select pg_promote()');
      await own.end();
      forwarder.to(there);
    },
    async close() {
      await forwarder.close();
      await primary.stop();
      for (const dataDir of [first, second]) await removeTestDatabase(dataDir);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

type Forwarder = {
  address: Pick<ServerAddress, 'host' | 'port'>;
  /** Cuts every connection. Later ones go there, or are refused. */
  to(server: ServerAddress | undefined): void;
  close(): Promise<void>;
};

async function createForwarder(): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let target: ServerAddress | undefined;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const forwarder = createServer((client) => {
    if (target === undefined) return client.destroy();
    const upstream = connect(join(target.host, `.s.PGSQL.${target.port}`));
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  });
  await new Promise<void>((resolve) => {
    forwarder.listen(0, '127.0.0.1', resolve);
  });
  const { port } = forwarder.address() as { port: number };
  return {
    address: { host: '127.0.0.1', port },
    to(server) {
      target = server;
      cut();
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        forwarder.close(() => resolve());
      }),
  };
}
