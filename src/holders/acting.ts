/** From a membership to who acts: the role as it is now, for this one request. */
import type { Acting } from '../access/actor.ts';
import { rolesThatMay } from '../access/authorize.ts';
import type { Action } from '../access/permissions.ts';
import type { Membership } from './members.repository.ts';

/** The database holds that the operator's roles belong to the service's holder, and to it alone. */
export const actingFor = ({ holderId, kind, status, role }: Membership): Acting =>
  ({ holderId, holderKind: kind, holderStatus: status, role }) as Acting;

/** Those in which the person's role gives the right, whatever state the holder is in. */
export function membershipsThatMay(memberships: readonly Membership[], action: Action): Membership[] {
  const roles: readonly string[] = rolesThatMay(action);
  return memberships.filter((one) => one.kind !== 'service' && roles.includes(one.role));
}
