/**
 * The chart of accounts: the kinds, what distinguishes accounts of one kind, and which may go below zero
 * (docs/ledger.md, "Accounts"). Every account is built here, and its name formatted and parsed here. Pure, without SQL.
 */
import type { Mode } from '../../base/money/mode.ts';

export type Book = { holderId: bigint; mode: Mode };

/** Also a CHECK constraint in the database. */
export const accountKinds = Object.freeze([
  'clearing',
  'commission',
  'wallet',
  /** What a link has earned in the company that owns the book. */
  'earnings',
  /** Requested payouts that have not been sent to the bank yet. */
  'payouts_pending',
  'fees',
  /** The world outside the service, by source. */
  'outside',
  'transit',
  /** In the service's book only: money advanced for holders whose balance was too small. */
  'advances',
  /** In the service's book only: money of which nobody knows yet whose it is. */
  'suspense',
  /** Memo: what the holder owes the service. `debts` is the offsetting account. */
  'debt',
  /** Memo: what a merchant or courier owes this company. */
  'link_debt',
  'debts',
  /** Memo: cash of the company's customers that a link collected and has not handed over. `cash` is the offsetting account. */
  'link_cash',
  'cash',
  'shadow_clearing',
  'shadow_commission',
  /**
   * An off-platform restaurant, identified by its ref, else by its name, else the one account for those without either.
   */
  'shadow_merchant',
  /** A courier of shadow orders, identified by link, else the one account for those without. */
  'shadow_courier',
] as const);

export type AccountKind = (typeof accountKinds)[number];

/**
 * Whom an outside account stands for: `bank`, or a payment provider (docs/ledger.md, "Accounts"). Also a CHECK constraint in the
 * database.
 */
export type OutsideSource = string;
export const outsideSourcePattern = '^[a-z][a-z0-9]{1,29}$';

/** The providers that came first. What they charge is at the accounts `outside:card` and `outside:onlinewallet`. */
export const firstProviders = ['simulator', 'stripe'] as const;

/** Where the money of a payment attempt comes from; every later provider has an account of its own name. */
export const outsideSourceOf = (attempt: { provider: string; method: string }): OutsideSource =>
  firstProviders.some((name) => name === attempt.provider) ? attempt.method : attempt.provider;

/** The columns that distinguish accounts of one kind: at most one of them is set. */
type Naming = {
  linkId: bigint | null;
  source: OutsideSource | null;
  shadowRef: string | null;
  shadowName: string | null;
};

type Named<Kind extends AccountKind, By extends Partial<Naming>> = { kind: Kind } & By & {
    [Column in Exclude<keyof Naming, keyof By>]: null;
  };

type NamedKind = 'earnings' | 'link_debt' | 'link_cash' | 'outside' | 'shadow_merchant' | 'shadow_courier';

type PlainAccount = Named<Exclude<AccountKind, NamedKind>, object>;
type LinkAccount = Named<'earnings' | 'link_debt' | 'link_cash', { linkId: bigint }>;
type OutsideAccount = Named<'outside', { source: OutsideSource }>;
type ShadowMerchant = Named<'shadow_merchant', { shadowRef: string | null; shadowName: string | null }>;
type ShadowCourier = Named<'shadow_courier', { linkId: bigint | null }>;

/** An account of a book, in any currency. */
export type Account = PlainAccount | LinkAccount | OutsideAccount | ShadowMerchant | ShadowCourier;

/** One account: kind and identity, in one currency, inside one book. */
export type AccountRef = Book & { currency: string } & Account;

const unnamed = { linkId: null, source: null, shadowRef: null, shadowName: null } as const;

const plain = (kind: PlainAccount['kind']): PlainAccount => Object.freeze({ kind, ...unnamed });

export const ledgerAccount = Object.freeze({
  clearing: plain('clearing'),
  commission: plain('commission'),
  wallet: plain('wallet'),
  fees: plain('fees'),
  transit: plain('transit'),
  advances: plain('advances'),
  suspense: plain('suspense'),
  debt: plain('debt'),
  debts: plain('debts'),
  cash: plain('cash'),
  payoutsPending: plain('payouts_pending'),
  shadowClearing: plain('shadow_clearing'),
  shadowCommission: plain('shadow_commission'),
  linkDebt: (linkId: bigint): LinkAccount => ({ kind: 'link_debt', ...unnamed, linkId }),
  linkCash: (linkId: bigint): LinkAccount => ({ kind: 'link_cash', ...unnamed, linkId }),
  earnings: (linkId: bigint): LinkAccount => ({ kind: 'earnings', ...unnamed, linkId }),
  outside: (source: OutsideSource): OutsideAccount => ({ kind: 'outside', ...unnamed, source }),
  shadowMerchant: (shadowRef: string): ShadowMerchant => ({ kind: 'shadow_merchant', ...unnamed, shadowRef }),
  shadowMerchantByName: (shadowName: string): ShadowMerchant => ({ kind: 'shadow_merchant', ...unnamed, shadowName }),
  shadowUnnamed: Object.freeze({ kind: 'shadow_merchant', ...unnamed }) as ShadowMerchant,
  shadowCourier: (linkId: bigint): ShadowCourier => ({ kind: 'shadow_courier', ...unnamed, linkId }),
  shadowUnnamedCourier: Object.freeze({ kind: 'shadow_courier', ...unnamed }) as ShadowCourier,
});

/** The given account in a book and currency. `where` may have further properties; they are ignored. */
export const accountIn = ({ holderId, mode, currency }: Book & { currency: string }, account: Account): AccountRef => {
  const { kind, linkId, source, shadowRef, shadowName } = account;
  return { holderId, mode, currency, kind, linkId, source, shadowRef, shadowName } as AccountRef;
};

/** The limit of every balance, in minor units, positive or negative. The same value is a CHECK constraint. */
export const balanceMax = 10n ** 18n;

export const shadowKinds: readonly AccountKind[] = [
  'shadow_clearing',
  'shadow_commission',
  'shadow_merchant',
  'shadow_courier',
];

export const isShadow = ({ kind }: Account): boolean => shadowKinds.includes(kind);

const unboundedKinds: readonly AccountKind[] = ['fees', 'transit', 'debts', 'cash', 'shadow_clearing', 'outside'];

/**
 * The lowest allowed balance in minor units, or null where an account may go below zero. The same value is stored on
 * the row and enforced by a CHECK constraint. Accounts of the service itself (`ofService`) may all go below zero.
 */
export const floorOf = ({ kind }: Account, ofService: boolean): bigint | null =>
  ofService || unboundedKinds.includes(kind) ? null : 0n;

const shownKinds: Partial<Record<AccountKind, string>> = {
  payouts_pending: 'payouts:pending',
  shadow_clearing: 'shadow:clearing',
  shadow_commission: 'shadow:commission',
};

/** An account's name in answers, statements and command output: `clearing`, `earnings:4`, `outside:bank`. */
export function formatAccount(account: Account): string {
  switch (account.kind) {
    case 'earnings':
      return `earnings:${account.linkId}`;
    case 'link_debt':
      return `debt:${account.linkId}`;
    case 'link_cash':
      return `cash:${account.linkId}`;
    case 'outside':
      return `outside:${account.source}`;
    case 'shadow_merchant':
      if (account.shadowRef !== null) return `shadow:earnings:ref:${account.shadowRef}`;
      return account.shadowName === null ? 'shadow:earnings:unnamed' : `shadow:earnings:name:${account.shadowName}`;
    case 'shadow_courier':
      return account.linkId === null ? 'shadow:earnings:unnamed-courier' : `shadow:earnings:courier:${account.linkId}`;
    default:
      return shownKinds[account.kind] ?? account.kind;
  }
}

/** Patterns of names with a variable part, and the constructor that takes this part. */
const namedReaders: readonly [pattern: RegExp, read: (rest: string) => Account][] = [
  [/^earnings:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.earnings(BigInt(id))],
  [/^debt:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.linkDebt(BigInt(id))],
  [/^cash:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.linkCash(BigInt(id))],
  [/^outside:([a-z][a-z0-9]{1,29})$/, ledgerAccount.outside],
  [/^shadow:earnings:ref:(.+)$/su, ledgerAccount.shadowMerchant],
  [/^shadow:earnings:name:(.+)$/su, ledgerAccount.shadowMerchantByName],
  [/^shadow:earnings:courier:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.shadowCourier(BigInt(id))],
];

const single = new Map(
  Object.values(ledgerAccount).flatMap((account): [string, Account][] =>
    typeof account === 'function' ? [] : [[formatAccount(account), account]],
  ),
);

/** The account with this name, as `formatAccount` writes it; undefined when the name is unknown. */
export function parseAccount(name: string): Account | undefined {
  const known = single.get(name);
  if (known !== undefined) return known;
  for (const [pattern, read] of namedReaders) {
    const rest = pattern.exec(name)?.[1];
    if (rest !== undefined) return read(rest);
  }
  return undefined;
}

/** A key that identifies an account in maps and sets. */
export const accountKey = (ref: AccountRef): string =>
  `${ref.holderId}/${ref.mode}/${ref.currency}/${formatAccount(ref)}`;

/** The holders of some rows, each once: a condition on them reads no other holder's rows. */
export const holdersOf = (rows: readonly { holderId: bigint }[]): bigint[] => [
  ...new Set(rows.map(({ holderId }) => holderId)),
];
