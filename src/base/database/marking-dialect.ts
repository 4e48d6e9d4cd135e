/**
 * PostgreSQL through Kysely's driver, whose COMMIT also writes the transaction's marker (transaction-markers.ts), in the
 * same message: the marker costs no round trip. Must never change what a transaction without a marker does.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

/** `holderId`: the book that the marker is written in. `attempt`: a UUID made for one try of one transaction. */
export type Marker = { holderId: bigint; attempt: string };

/** The marker of each connection's open transaction. */
const markers = new WeakMap<DatabaseConnection, Marker>();

/** The next COMMIT of this connection writes the marker. */
export function setMarker(connection: DatabaseConnection, marker: Marker): void {
  markers.set(connection, marker);
}

class MarkingDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const marker = markers.get(connection);
    if (marker === undefined) return super.commitTransaction(connection);
    markers.delete(connection);
    const { holderId, attempt } = marker;
    // Two statements in one message take no parameters. When the first fails, the second is not run.
    const insert = `insert into transaction_markers (holder_id, attempt) values (${BigInt(holderId)}, '${attempt}')`;
    await connection.executeQuery(CompiledQuery.raw(`${insert}; commit`));
  }
}

/** Knows whether its database is a cluster, once that was asked (cluster.ts): a database has it in common with its transactions. */
export class PlacementAdapter extends PostgresAdapter {
  isCluster: boolean | undefined;
}

export class MarkingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new MarkingDriver(this.#config);
  }

  override createAdapter(): PostgresAdapter {
    return new PlacementAdapter();
  }
}
