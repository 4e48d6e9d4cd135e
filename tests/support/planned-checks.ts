/**
 * The queries of a full verification are planned once for each connection of a test's database: planning them takes six
 * times as long as running them over what a test writes.
 */
import { createDatabase, createPool } from '../../src/base/database/pool.ts';
import { prepare } from '../../src/base/database/prepared.ts';
import { everything } from '../../src/core/ledger/checks/check.ts';
import { checks, offencesOf } from '../../src/core/ledger/checks.repository.ts';
import { offencesShownMax } from '../../src/core/ledger/verify.ts';

/** It never connects. */
const compiler = createDatabase(createPool({ connectionString: 'postgres:' }));

for (const [index, check] of checks.entries()) {
  prepare(offencesOf(check, everything, offencesShownMax).compile(compiler).sql, `check ${index}`);
}
