/** The customer whose pages a person sees, and the person as its actor in one mode. */
import { type Origin, type PersonActor, personActor } from '../access/actor.ts';
import { isAllowed } from '../access/authorize.ts';
import type { Database } from '../database/pool.ts';
import { actingFor } from '../holders/acting.ts';
import { listMemberships } from '../holders/members.repository.ts';
import type { Mode } from '../money/mode.ts';
import type { SessionPerson } from '../people/people.ts';

export type OwnCustomer = { holderId: bigint; name: string; actor: PersonActor; mayAct: boolean };

/** The oldest customer that the person may act for, if any. */
export async function findOwnCustomer(
  db: Database,
  person: SessionPerson,
  mode: Mode,
  origin: Origin,
): Promise<OwnCustomer | undefined> {
  const customers = (await listMemberships(db, person.personId))
    .filter((membership) => membership.kind === 'customer')
    .map((membership) => {
      const { holderId, name } = membership;
      const actor = personActor({ ...person, mode }, actingFor(membership), origin);
      return { holderId, name, actor, mayAct: isAllowed(actor, 'wallets.top_up', { holderId, mode }) };
    });
  return customers.find((customer) => customer.mayAct) ?? customers[0];
}
