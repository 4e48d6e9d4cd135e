/**
 * Points inside the service's transactions at which PostgreSQL makes the service wait: a gate holds what its next
 * statement needs. Nothing in the service knows of them, and opening one lets it go on as if nothing had been.
 */
import type { AccountKind } from '../../src/core/ledger/accounts.ts';
import { type Company, type Stage, until } from './support.ts';

export type Gate = {
  /** The backend that waits at it. */
  waiter(): Promise<number | undefined>;
  open(): Promise<void>;
  /** True if nobody at all can commit meanwhile, so that no service can start. */
  stopsEverybody: boolean;
};

export type Close = (stage: Stage, company: Company) => Promise<Gate>;

/** `close` is missing where the gate is the row of an order itself, at which every step begins. */
export type Step = { name: string; close?: Close };

/** The steps of a settlement's batch, in their order (`run-settlement.ts`). */
export const steps: readonly Step[] = [
  { name: 'its settlement is held and its orders are being read' },
  { name: 'its orders are held', close: tableGate('accounts') },
  { name: 'its accounts are open', close: clearingGate },
  { name: 'its accounts are held', close: tableGate('transfers') },
  { name: 'its transfers are posted', close: tableGate('orders') },
  { name: 'its orders are marked', close: tableGate('events') },
  { name: 'its events are told', close: tableGate('settlements') },
  { name: 'it is being committed', close: (stage) => commitGate(stage, 'settlements:running') },
  { name: 'it is committed and its answer is under way', close: (stage) => answerGate(stage, '%; commit') },
];

/** At the row of an order, which its batch locks with all others. */
export const orderGate = (stage: Stage, { book }: Company, orderId: bigint): Promise<Gate> =>
  lockGate(stage, 'select from orders where holder_id = $1 and id = $2 for update', [book.holderId, orderId]);

/** Everybody reads the table and locks its rows; nobody writes it. */
export function tableGate(table: string): (stage: Stage) => Promise<Gate> {
  return (stage) => lockGate(stage, `lock table ${table} in share mode`);
}

/** Nobody locks the table's rows, nor writes it. */
export const rowsGate =
  (table: string): Close =>
  (stage) =>
    lockGate(stage, `lock table ${table} in exclusive mode`);

/** Nobody even reads the table. */
export const readGate =
  (table: string): Close =>
  (stage) =>
    lockGate(stage, `lock table ${table} in access exclusive mode`);

/** At the company's rows of a table. `key` is the column that says whose they are. */
export const ownRowsGate =
  (table: string, key = 'holder_id'): Close =>
  (stage, { book }) =>
    lockGate(stage, `select from ${table} where ${key} = $1 for no key update`, [book.holderId]);

/** At the company's accounts of a kind. */
export function accountGate(kind: AccountKind): Close {
  const statement = 'select from accounts where holder_id = $1 and kind = $2 for update';
  return (stage, { book }) => lockGate(stage, statement, [book.holderId, kind]);
}

/** The account that every batch of orders in these currencies locks. */
export function clearingGate(stage: Stage, company: Company): Promise<Gate> {
  return accountGate('clearing')(stage, company);
}

async function lockGate(stage: Stage, statement: string, values: unknown[] = []): Promise<Gate> {
  const client = await stage.pool.connect();
  await client.query('begin');
  await client.query(statement, values);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ours = rows[0]?.pid;
  let closed = true;
  return {
    stopsEverybody: false,
    waiter: () => findBackend(stage, '$1::int = any(pg_blocking_pids(pid))', [ours]),
    async open() {
      if (!closed) return;
      closed = false;
      await client.query('rollback');
      client.release();
    },
  };
}

const advisoryClass = 7_001;

/**
 * Triggers that run within COMMIT and wait there while the commit gate of a row's table and status is closed. For the
 * stage's own database.
 */
export async function prepareCommitGates({ pool }: Stage, tables: readonly string[]): Promise<void> {
  await pool.query(`
    create function crash_test_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${advisoryClass},
        hashtext(concat_ws(':', tg_table_name, to_jsonb(new) ->> 'status')));
      return null;
    end $$`);
  for (const table of tables) {
    await pool.query(`
      create constraint trigger crash_test_gate after insert or update on ${table} deferrable initially deferred
      for each row execute function crash_test_gate()`);
  }
}

/** Within COMMIT, before it is durable, of a row of this `table`, or `table:status`. */
export const commitGate = (stage: Stage, of: string): Promise<Gate> =>
  lockGate(stage, 'select pg_advisory_xact_lock($1, hashtext($2))', [advisoryClass, of]);

export const atCommitOf =
  (of: string): Close =>
  (stage) =>
    commitGate(stage, of);

export const atAnswer: Close = (stage) => answerGate(stage, '%; commit');

/**
 * Closes the next gate while somebody waits at this one, and lets them on to it. What they hold themselves, it gets when
 * their transaction ends, and before anybody else: it is next in line then.
 */
export async function goOn(stage: Stage, here: Gate, close: () => Promise<Gate>): Promise<Gate> {
  const waiter = await arrival(here);
  let closed = false;
  const closing = close().finally(() => {
    closed = true;
  });
  // Others may wait for it as well: only a gate locks tables.
  const inLine = "$1::int = any(pg_blocking_pids(pid)) and query like 'lock table%'";
  await until('the next gate is closed, or next in line', async () => {
    return closed || (await findBackend(stage, inLine, [waiter])) !== undefined;
  });
  await here.open();
  return closing;
}

/** Resolves when somebody waits at the gate. @returns their backend. */
export async function arrival(gate: Gate): Promise<number> {
  let backend: number | undefined;
  await until('somebody waits at the gate', async () => {
    backend = await gate.waiter();
    return backend !== undefined;
  });
  return backend as number;
}

/**
 * Behind the commit of a statement like this, which is durable but not answered: it waits for a standby that does not
 * exist.
 */
export async function answerGate(stage: Stage, statement: string): Promise<Gate> {
  const { pool } = stage;
  await untilPositioned(stage);
  const waiting = "wait_event = 'SyncRep' and query like $1";
  await pool.query("alter system set synchronous_standby_names = 'nobody'");
  await pool.query('select pg_reload_conf()');
  // The server takes the setting over in its own time; commits of our own show when it has.
  let probe: Promise<unknown> | undefined;
  await until('commits wait for a standby', async () => {
    probe ??= pool.query("select pg_logical_emit_message(true, 'crash test', '')").finally(() => {
      probe = undefined;
    });
    return (await findBackend(stage, waiting, ['%pg_logical_emit_message%'])) !== undefined;
  });
  return {
    stopsEverybody: true,
    async waiter() {
      // Whoever notifies keeps others that notify from committing: what the service commits by itself must not wait here.
      await pool.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query not like $1",
        [statement],
      );
      return findBackend(stage, waiting, [statement]);
    },
    async open() {
      await pool.query('alter system reset synchronous_standby_names');
      await pool.query('select pg_reload_conf()');
      await probe;
    },
  };
}

/** Giving positions is a commit of the service that the gate can't tell from the expected one. */
const untilPositioned = ({ pool }: Stage): Promise<void> =>
  until('every event has its position', async () => {
    const { rows } = await pool.query('select from events where position is null limit 1');
    return rows.length === 0;
  });

async function findBackend({ pool }: Stage, condition: string, values: unknown[] = []): Promise<number | undefined> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and ${condition}`,
    values,
  );
  return rows[0]?.pid;
}

/** Ends a backend and so, for the service, its connection. */
export async function terminate({ pool }: Stage, backend: number): Promise<void> {
  await pool.query('select pg_terminate_backend($1)', [backend]);
  await until('the backend is gone', async () => {
    const { rows } = await pool.query('select from pg_stat_activity where pid = $1', [backend]);
    return rows.length === 0;
  });
}
