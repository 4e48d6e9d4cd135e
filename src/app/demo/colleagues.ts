/**
 * People around the demo accounts whom nobody signs in as: members with other roles, an open invitation to a team, a
 * restaurant that declined to join, and a shop that has asked to take real money. Safe to repeat.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { type PersonActor, personActor } from '../../core/access/actor.ts';
import type { MemberRole } from '../../core/access/roles.ts';
import { changeBusiness } from '../../features/holders/change-business.ts';
import { findPersonId } from '../../features/holders/holders.repository.ts';
import { findMembership, insertMember } from '../../features/holders/members.repository.ts';
import { openHolder } from '../../features/holders/open-holder.ts';
import { requestApproval } from '../../features/holders/request-approval.ts';
import { declineInvitation } from '../../features/links/answer-invitation.ts';
import { type InvitationDeps, invite } from '../../features/links/invite.ts';
import { inviteMember } from '../../features/members/invite-member.ts';
import type { People } from '../../features/people/people.ts';
import { demo, demoKey, demoOwner, demoPerson } from './demo-actors.ts';

type Deps = InvitationDeps & { clock: Clock; people: People };
type Demo = { companyId: bigint; shopId: bigint; dispatcherId: string };

const passwordBytes = 12;

const members: readonly { name: string; email: string; of: 'companyId' | 'shopId'; role: MemberRole }[] = [
  { name: 'Ines Duarte', email: 'ines@sluice.localhost', of: 'companyId', role: 'finance' },
  { name: 'Tomas Keller', email: 'tomas@sluice.localhost', of: 'companyId', role: 'developer' },
  { name: 'Ruth Adler', email: 'ruth@sluice.localhost', of: 'shopId', role: 'viewer' },
];
const invited = { email: 'jonas@sluice.localhost', role: 'viewer' } as const;
const declining = { name: 'Sofia Marino', email: 'sofia@sluice.localhost', restaurant: 'Demo Trattoria' } as const;
const applicant = { name: 'Nadia Petrov', email: 'nadia@sluice.localhost', shop: 'Demo Bookshop' } as const;
const business = {
  legalName: 'Demo Bookshop Ltd',
  registrationNumber: '09876543',
  activity: 'Sells new and used books, in a shop and online.',
  address: '12 Harbour Street, Bristol BS1 4RB',
  country: 'GB',
  website: 'https://bookshop.example',
  monthlyVolume: '10k_to_100k',
} as const;

export async function makeColleagues(deps: Deps, holders: Demo): Promise<void> {
  const { db } = deps;
  // Passwords are slow to hash, so all of them are at once.
  const all = [...members, declining, applicant];
  const ids = new Map(await Promise.all(all.map(async (one) => [one.email, await personOf(deps, one)] as const)));
  const idOf = ({ email }: { email: string }): string => ids.get(email) as string;

  for (const member of members) await join(db, idOf(member), holders[member.of], member.role);
  const owner = demoOwner(holders.companyId, 'company', holders.dispatcherId);
  const fresh: PersonActor = { ...owner, freshAt: deps.now() };
  await inTransaction(db, (tx) => inviteMember(fresh, tx, deps, holders.companyId, invited));
  await decline(deps, holders.companyId, idOf(declining));
  await apply(deps, idOf(applicant));
}

/** With a password that nobody learns. */
async function personOf({ db, people }: Deps, { name, email }: { name: string; email: string }): Promise<string> {
  const known = await findPersonId(db, email);
  if (known !== undefined) return known;
  const password = randomBytes(passwordBytes).toString('base64url');
  return (await people.signUp(demo, { name, email, password, emailVerified: true })).personId;
}

const join = (db: Database, personId: string, holderId: bigint, role: MemberRole): Promise<void> =>
  inTransaction(db, async (tx) => {
    if ((await findMembership(tx, personId, holderId)) === undefined) await insertMember(tx, holderId, personId, role);
  });

async function decline(deps: Deps, companyId: bigint, personId: string): Promise<void> {
  const { db } = deps;
  const { email, restaurant: name } = declining;
  const key = demoKey(companyId, 'company');
  const { invitation } = await inTransaction(db, (tx) =>
    invite(key, tx, deps, companyId, { email, type: 'merchant', name }),
  );
  await declineInvitation(demoPerson(personId), deps, invitation.id);
}

async function apply({ db, now }: Deps, personId: string): Promise<void> {
  const at = now();
  const { shop: name } = applicant;
  await inTransaction(db, async (tx) => {
    const wanted = { kind: 'merchant', name, key: 'demo' } as const;
    const { holder } = await openHolder(demoPerson(personId), tx, wanted, at);
    const acting = { holderId: holder.id, holderKind: 'merchant', holderStatus: holder.status, role: 'owner' } as const;
    const owner = personActor(demoPerson(personId), acting);
    await changeBusiness(owner, tx, holder.id, { name, ...business });
    await requestApproval(owner, tx, holder.id, at);
  });
}
