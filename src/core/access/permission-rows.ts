/** The cells that rows of the permissions table share. */
import { holderKinds } from './roles.ts';

export const company = ['company'] as const;
export const merchant = ['merchant'] as const;
export const payees = ['merchant', 'courier'] as const;
export const keyed = ['company', 'merchant'] as const;
export const everyone = holderKinds;
/** Holders that can have several members. A customer's wallet belongs to one person. */
export const teams = ['company', 'merchant', 'courier'] as const;
export const teamChanges = { of: teams, owner: 'fresh', audit: 'always' } as const;
export const operatorChanges = { of: [], administrator: 'fresh', audit: 'always' } as const;

export const operatorsRead = {
  administrator: 'yes',
  operator_finance: 'yes',
  support: 'yes',
  operator_viewer: 'yes',
} as const;
export const reading = {
  reads: true,
  owner: 'yes',
  finance: 'yes',
  developer: 'yes',
  viewer: 'yes',
  ...operatorsRead,
} as const;
export const readingOwn = { ...reading, customer: 'yes', company_key: 'yes', merchant_key: 'yes' } as const;
export const companyReads = { of: company, ...reading, company_key: 'yes' } as const;
export const merchantReads = { of: merchant, ...reading, merchant_key: 'yes' } as const;
export const handling = { owner: 'yes', finance: 'yes', developer: 'test' } as const;
export const companyHandles = { of: company, ...handling, company_key: 'yes' } as const;
export const companyInvites = {
  of: company,
  owner: 'yes',
  developer: 'test',
  company_key: 'own_mode',
  shared: 'some',
} as const;
export const companyTests = {
  of: company,
  owner: 'test',
  finance: 'test',
  developer: 'test',
  company_key: 'test',
} as const;
export const operatorMoney = {
  of: everyone,
  administrator: 'fresh',
  operator_finance: 'fresh',
  command: 'yes',
} as const;
export const linkDebts = {
  of: company,
  owner: 'live_fresh',
  finance: 'live_fresh',
  developer: 'test',
  company_key: 'yes',
  audit: 'always',
} as const;
export const reconciling = {
  of: everyone,
  administrator: 'yes',
  operator_finance: 'yes',
  command: 'yes',
  audit: 'always',
} as const;
export const members = { owner: 'yes', finance: 'yes', developer: 'yes', viewer: 'yes', customer: 'yes' } as const;
/** Any signed-in person, whichever holder they act for. */
export const themselves = { of: everyone, ...members, ...operatorsRead, person: 'yes' } as const;

/** As above, with a recent second factor. */
export const allFresh = {
  of: everyone,
  ...(Object.fromEntries(
    Object.keys({ ...members, ...operatorsRead, person: 'yes' }).map((column) => [column, 'fresh']),
  ) as Record<keyof typeof members | keyof typeof operatorsRead | 'person', 'fresh'>),
};
