/** The holders that a person is a member of, each with the actor for acting on its behalf in one mode. */
import { type Origin, type PersonActor, personActor } from '../access/actor.ts';
import type { Database } from '../database/pool.ts';
import { actingFor } from '../holders/acting.ts';
import { listMemberships } from '../holders/members.repository.ts';
import type { Mode } from '../money/mode.ts';
import type { SessionPerson } from '../people/people.ts';

export type OwnHolder = { holderId: bigint; kind: string; name: string; actor: PersonActor };

/** Excludes the service's own holder, which has no such pages. */
export async function listOwnHolders(
  db: Database,
  person: SessionPerson,
  mode: Mode,
  origin: Origin,
): Promise<OwnHolder[]> {
  const memberships = await listMemberships(db, person.personId);
  return memberships
    .filter((membership) => membership.kind !== 'service')
    .map((membership) => {
      const { holderId, kind, name } = membership;
      return { holderId, kind, name, actor: personActor({ ...person, mode }, actingFor(membership), origin) };
    });
}
