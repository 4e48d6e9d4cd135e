/** The kinds of holder and their members' roles. What a role may do is in `permissions.ts`. */

export const holderKinds = ['company', 'merchant', 'courier', 'customer'] as const;
/** Every kind of holder except the service's own. */
export type HolderKind = (typeof holderKinds)[number];

/** Suspended by the operator, or closed by its owner: both may only be read. */
export const holderStatuses = ['pending', 'active', 'suspended', 'closed'] as const;
export type HolderStatus = (typeof holderStatuses)[number];

/** Whether nothing may be changed in an account any more, and no money begins to move. */
export const mayOnlyRead = (status: HolderStatus): boolean => status === 'suspended' || status === 'closed';

export const memberRoles = ['owner', 'finance', 'developer', 'viewer'] as const;
/** A member's role in a company, a merchant, a courier or a customer. */
export type MemberRole = (typeof memberRoles)[number];

export const operatorRoles = ['administrator', 'finance', 'support', 'viewer'] as const;
/** The role of an operator's staff member, in the service's own holder. */
export type OperatorRole = (typeof operatorRoles)[number];

export type Role = MemberRole | OperatorRole;
