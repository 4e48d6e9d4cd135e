/** How erasing and deleting, which the law asks for, leave the chain of seals sound. Pure. */

/** For how many days entries of the audit log are kept at least: two years, `purge_audit_log` in the schema. */
export const auditLogDays = 730;

/** In place of a deleted person's name, and of an address that must look like one. */
export const deletedName = 'Deleted account';
export const deletedEmail = 'deleted@account.invalid';

/** In place of who paid, in events. */
export const deletedPayer = { username: deletedName, email: null };
