/** The columns of the permissions table, who acts, and what its cells and rows may say. */
import type { HolderKind } from './roles.ts';

/**
 * `test`: in test mode only. `own_mode`: what the actor's own mode uses alone, and in live mode also what both modes
 * share, so that test mode never changes what live money uses. `fresh`: requires a second factor passed within the last
 * 10 minutes. `live_fresh`: as `fresh` in live mode, without it in test mode.
 */
export type Cell = 'yes' | 'test' | 'own_mode' | 'fresh' | 'live_fresh';

/** People who act for an account. */
export const accountColumns = [
  // Members of a company, a merchant or a courier.
  'owner',
  'finance',
  'developer',
  'viewer',
  // A customer's owner or finance member. Its other members count as viewers.
  'customer',
  // The operator's staff.
  'administrator',
  'operator_finance',
  'support',
  'operator_viewer',
] as const;

const columns = [
  ...accountColumns,
  // A person acting only for themselves.
  'person',
  'company_key',
  'merchant_key',
  'payer',
  'visitor',
  'provider',
  'command',
  'system',
] as const;
export type Column = (typeof columns)[number];

export type Row = Partial<Record<Column, Cell>> & {
  /** The kinds of holder that have such objects; members and keys of other kinds are refused. */
  of: readonly HolderKind[];
  /**
   * Whether test and live mode share the objects: all of them, or some. Said where a cell depends on the mode, because
   * on a shared object test mode needs the permission for live mode.
   */
  shared?: 'all' | 'some';
  /** Read-only, so a suspended or closed holder may still do it. */
  reads?: true;
  /** Of the person's own, open in a session that an account's provider opened too: what ends or confirms this session. */
  inBound?: true;
  /** A privileged action, audited for every actor or only for people and the command line. */
  audit?: 'always' | 'by_hand';
};
