/** What holders are and which roles their members can have. Who may do what is not said here. */

export const holderKinds = ['company', 'merchant', 'courier', 'customer'] as const;
/** Everyone who owns money here but the service itself. */
export type HolderKind = (typeof holderKinds)[number];

export type HolderStatus = 'pending' | 'active' | 'suspended';

export const memberRoles = ['owner', 'finance', 'developer', 'viewer'] as const;
/** A member's role in a company, a merchant, a courier or a customer. */
export type MemberRole = (typeof memberRoles)[number];

export const operatorRoles = ['administrator', 'finance', 'support', 'viewer'] as const;
/** A member's role in the service's own holder: the operator's people. */
export type OperatorRole = (typeof operatorRoles)[number];

export type Role = MemberRole | OperatorRole;
