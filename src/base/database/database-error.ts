/** Classifies errors of PostgreSQL and its connections. What the caller sees is decided elsewhere. */

type MaybeDatabaseError = { code?: unknown; constraint?: unknown; message?: unknown };

const retryable = new Set(['40001', '40P01']);
const lostSqlStates = new Set(['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006']);
const lostSystemCodes = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // A machine whose name nobody knows while it is away.
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);
const lostMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|after calling end on the pool|driver has already been destroyed/;

/** Why the database cannot do something now. `busy`: too many connections, a statement that took too long, a conflict. */
export type Outage = 'busy' | 'offline' | 'disk_full' | 'disk_failed' | 'out_of_memory' | 'limit_reached' | 'read_only';

const unable: Readonly<Record<string, Outage>> = {
  '53100': 'disk_full',
  ENOSPC: 'disk_full',
  '53200': 'out_of_memory',
  '53400': 'limit_reached',
  '57014': 'busy',
  '25006': 'read_only',
  '58030': 'disk_failed',
};
/** Insufficient resources, of which those above are some. */
const resourceClass = '53';

function codeOf(error: unknown): string | undefined {
  const code = (error as MaybeDatabaseError | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * A serialization failure or a deadlock, or a person who was read and then deleted by someone else: the transaction was
 * rolled back and can be retried.
 */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (retryable.has(code) || violatedConstraint(error)?.endsWith('_person_id_fkey') === true);
}

/** What a machine of a cluster says, as an internal error, when it lost another or cannot reach it. */
const workerLost =
  /connection to the remote node|failure on connection marked as essential|SSL SYSCALL error|server closed the connection|connection not open|no connection to the server|could not receive data|could not send data/i;

/** The connection was lost or could not be opened. The outcome of a commit in progress is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'XX000') return error instanceof Error && workerLost.test(error.message);
  if (code !== undefined) return lostSqlStates.has(code) || lostSystemCodes.has(code);
  return error instanceof Error && lostMessage.test(error.message);
}

/**
 * The database cannot do it now, whatever was asked: no connection, no room, no time, no writing. Nothing is wrong with
 * the request, and nothing was written by a statement that failed so. The single list of such errors.
 */
export function outageOf(error: unknown): Outage | undefined {
  if (isRetryable(error)) return 'busy';
  if (isConnectionLost(error)) return 'offline';
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return unable[code] ?? (code.length === 5 && code.startsWith(resourceClass) ? 'busy' : undefined);
}

export const isUnavailable = (error: unknown): boolean => outageOf(error) !== undefined;

/** On Citus a shard's constraints carry its number, except for CHECKs: `transfers_posting_key_102027`. None of the schema's ends so. */
const shardNumber = /_\d{6,}$/;
const namedInMessage = / constraint "([^"]+)"/;
/** The last one is what Citus makes of any error of an INSERT from a SELECT over several machines. */
const violationCodes = new Set(['23503', '23505', '23514', 'XX000']);

/**
 * The name of the violated constraint in the schema, or undefined. Citus passes a worker's error on without its `constraint`
 * field: the name is then read from the message.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !violationCodes.has(code)) return undefined;
  const { constraint, message } = error as MaybeDatabaseError;
  const name = typeof constraint === 'string' ? constraint : namedInMessage.exec(String(message))?.[1];
  return name?.replace(shardNumber, '');
}
