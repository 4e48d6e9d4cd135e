/** `sluice people erase`: deletes the account of a person who asked the operator for it. */

import { realNow } from '../../base/clock/clock.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { type ErasurePlan, erasePerson, findPersonToErase, planErasure } from '../../features/closing/erase-person.ts';
import { textOf } from '../../features/closing/obstacles.ts';
import { readConfig } from '../config.ts';
import { say } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withClock } from './with-database.ts';

type Options = { email: string; reason?: string; plan?: boolean };

export async function erasePersonCommand({ email, reason, plan = false }: Options): Promise<void> {
  const actor = shellActor();
  const { publicUrl } = readConfig(process.env);
  if (!plan && reason === undefined) throw new Error('Give a --reason, for the audit log.');
  await withClock(async (db, clock) => {
    const personId = await findPersonToErase(actor, db, email);
    if (plan) return describe(await planErasure(actor, db, personId, ''));
    const deps = { clock, publicUrl, now: realNow };
    await inTransaction(db, (tx) => erasePerson(actor, tx, deps, personId, reason as string));
    say(
      `The account of ${email} is deleted. The running service removes the name and address from the records that are kept.`,
    );
  });
}

function describe({ obstacles, closes, leaves }: ErasurePlan): void {
  for (const { name, kind } of closes) say(`Will be closed: ${name} (${kind}).`);
  for (const { name, kind } of leaves) say(`Membership that ends: ${name} (${kind}).`);
  for (const obstacle of obstacles) say(`Finish first: ${textOf(obstacle)}`);
  if (obstacles.length === 0) say('The account can be deleted.');
}
