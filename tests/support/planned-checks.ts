/**
 * The queries of a full verification are planned once for each connection of a test's database: planning them takes six
 * times as long as running them over what a test writes.
 */
import { createDatabase, createPool } from '../../src/database/pool.ts';
import { prepare } from '../../src/database/prepared.ts';
import { everything } from '../../src/ledger/checks/check.ts';
import { checks, offencesOf } from '../../src/ledger/checks.repository.ts';
import { offencesShownMax } from '../../src/ledger/verify.ts';

/** It never connects. */
const compiler = createDatabase(createPool({ connectionString: 'postgres:' }));

for (const [index, check] of checks.entries()) {
  prepare(offencesOf(check, everything, offencesShownMax).compile(compiler).sql, `check ${index}`);
}
