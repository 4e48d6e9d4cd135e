/**
 * A cluster of Citus for the tests' databases, when `TEST_DATABASE_URL` names one: a database of its coordinator that has the
 * extension and knows the workers, as a superuser who is let in everywhere without a password. Each database is made on all
 * nodes, from a template on all nodes: what one node knows of the others is part of it.
 */
import type pg from 'pg';
import { distribute } from '../../src/base/database/distribute.ts';
import { migrate } from '../../src/base/database/migrate.ts';
import { createPool } from '../../src/base/database/pool.ts';
import type { ServerAddress } from '../../src/base/embedded-postgres/index.ts';
import { templateName } from './run/names.ts';

export type Cluster = {
  /** The coordinator first. */
  nodes: ServerAddress[];
  owner: ServerAddress;
  service: ServerAddress;
};

const serviceRole = 'sluice_service';

async function on(node: ServerAddress, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = createPool(node, { connections: 1 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

const run = (node: ServerAddress, ...statements: string[]): Promise<void> =>
  on(node, async (pool) => {
    await pool.query('set statement_timeout = 0');
    for (const statement of statements) await pool.query(statement);
  });

/** Makes the template anew. */
export async function prepareCluster(url: string): Promise<Cluster> {
  const { hostname: host, port, username: user, password, pathname } = new URL(url);
  const owner = { host, port: Number(port || 5432), user, password, database: decodeURIComponent(pathname.slice(1)) };
  const nodes = [owner];
  await on(owner, async (pool) => {
    const { rows } = await pool.query(
      `select nodename as host, nodeport::int4 as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by 1, 2`,
    );
    nodes.push(...rows.map((worker) => ({ ...owner, ...worker, database: 'postgres' })));
  });
  const template = (node: ServerAddress): ServerAddress => ({ ...node, database: templateName });
  for (const node of nodes) {
    await run(node, `drop database if exists ${templateName} with (force)`, `create database ${templateName}`);
    await run(
      template(node),
      `do $$ begin
        if to_regrole('${serviceRole}') is null then create role ${serviceRole} login; end if; end $$`,
      'create extension citus',
    );
  }
  await run(
    template(owner),
    `select citus_set_coordinator_host('${host}', ${owner.port})`,
    ...nodes.slice(1).map((worker) => `select citus_add_node('${worker.host}', ${worker.port})`),
  );
  // Enough that books stand apart on every worker, and few enough that a statement over all of them is quick.
  await run(owner, `alter database ${templateName} set citus.shard_count = ${2 * (nodes.length - 1)}`);
  const service = { ...owner, user: serviceRole, password: '' };
  await migrate({ owner: template(owner), service: template(service) });
  await distribute(template(owner));
  for (const node of nodes) {
    // Citus keeps a connection of its own to every database that lets it in.
    await run(
      node,
      `alter database ${templateName} with allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${templateName}'`,
    );
  }
  return { nodes, owner, service };
}

export async function cloneOnCluster({ nodes }: Cluster, name: string): Promise<void> {
  await Promise.all(
    nodes.map((node) =>
      run(node, 'select pg_advisory_lock(1)', `create database ${name} template ${templateName} strategy file_copy`),
    ),
  );
}

export async function dropOnCluster({ nodes }: Cluster, name: string): Promise<void> {
  for (const node of nodes) await run(node, `drop database if exists ${name} with (force)`);
}
