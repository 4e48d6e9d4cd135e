/** Derives who a person acts for from a membership, as it is at the time of the request. */
import type { ActingFor } from '../../core/access/actor.ts';
import { rolesThatMay } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Membership } from './members.repository.ts';

/** The cast is safe: a database constraint allows operator roles in the service's own holder only. */
export const actingFor = ({ holderId, kind, status, role }: Membership): ActingFor =>
  ({ holderId, holderKind: kind, holderStatus: status, role }) as ActingFor;

/** The memberships whose role has the permission, whatever the status of the holder. */
export function membershipsThatMay(memberships: readonly Membership[], action: Action): Membership[] {
  const roles: readonly string[] = rolesThatMay(action);
  return memberships.filter((one) => one.kind !== 'service' && roles.includes(one.role));
}
