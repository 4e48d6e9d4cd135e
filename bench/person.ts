/** A person of the benchmark, who is signed in at the measured service. */

import { createServer } from '../src/app/server.ts';
import { createLogger } from '../src/app/service.ts';
import { type ConnectionSettings, createDatabase, createPool, type Database } from '../src/base/database/pool.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { serviceHolderId } from '../src/core/ledger/post.ts';
import { insertMember } from '../src/features/holders/members.repository.ts';
import { secret } from './secret.ts';

const operator = commandActor('bench');
const person = { name: 'Ada', email: 'ada@bench.example', password: 'a password of the benchmark' };

/** A person who owns the holders and has a second factor, signed in. @returns the cookies. */
export async function signIn(
  db: Database,
  settings: ConnectionSettings,
  origin: string,
  holders: readonly bigint[],
): Promise<string> {
  const people = db.updateTable('people').where('email', '=', person.email);
  const known = await db.selectFrom('people').select('id').where('email', '=', person.email).executeTakeFirst();
  if (known === undefined) await signUp(settings, holders);
  await people.set({ secondFactor: false }).execute();
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}`);
  // Operators need one.
  await people.set({ secondFactor: true }).execute();
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

async function signUp(settings: ConnectionSettings, holders: readonly bigint[]): Promise<void> {
  const pool = createPool(settings);
  const { app, people, runner } = await createServer({
    pool,
    publicUrl: 'http://localhost',
    secrets: [secret],
    logger: createLogger('fatal'),
    trustProxy: false,
  });
  const { personId } = await people.signUp(operator, { ...person, emailVerified: true });
  await inTransaction(createDatabase(pool), async (tx) => {
    for (const id of holders) await insertMember(tx, id, personId, id === serviceHolderId ? 'administrator' : 'owner');
  });
  await app.close();
  await runner.stop();
  await pool.end();
}
