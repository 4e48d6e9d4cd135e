/**
 * The chart of accounts: their kinds, what names one among several of a kind, and which of them may go below zero
 * (docs/ledger.md, "Accounts"). Every account is made here, and its name written and read here. Pure: knows nothing of rows.
 */
import type { Mode } from '../money/mode.ts';

export type Book = { holderId: bigint; mode: Mode };

/** The database holds the same list as a CHECK. */
export const accountKinds = Object.freeze([
  'clearing',
  'commission',
  'wallet',
  /** What a link has earned in the company whose book it stands in. */
  'earnings',
  /** Requested, and not yet on its way to the bank. */
  'payouts_pending',
  'fees',
  /** The world beyond the service, by source. */
  'outside',
  'transit',
  /** The service's own: money it has advanced for a holder whose balance was too small. */
  'advances',
  /** Memo: what the holder owes the service. `debts` is its other end. */
  'debt',
  /** Memo: what a merchant or courier owes this company. */
  'link_debt',
  'debts',
  'shadow_clearing',
  'shadow_commission',
  /** A restaurant that has not joined: by its ref, else by its name, else the one for those without either. */
  'shadow_merchant',
  /** A courier of shadow orders: by link, else the one for those without. */
  'shadow_courier',
] as const);

export type AccountKind = (typeof accountKinds)[number];

export const outsideSources = Object.freeze(['bank', 'card', 'onlinewallet'] as const);
export type OutsideSource = (typeof outsideSources)[number];

/** What names one account among several of its kind: at most one of them is set. */
type Naming = {
  linkId: bigint | null;
  source: OutsideSource | null;
  shadowRef: string | null;
  shadowName: string | null;
};

type Named<Kind extends AccountKind, By extends Partial<Naming>> = { kind: Kind } & By & {
    [Column in Exclude<keyof Naming, keyof By>]: null;
  };

type NamedKind = 'earnings' | 'link_debt' | 'outside' | 'shadow_merchant' | 'shadow_courier';

type PlainAccount = Named<Exclude<AccountKind, NamedKind>, object>;
type LinkAccount = Named<'earnings' | 'link_debt', { linkId: bigint }>;
type OutsideAccount = Named<'outside', { source: OutsideSource }>;
type ShadowMerchant = Named<'shadow_merchant', { shadowRef: string | null; shadowName: string | null }>;
type ShadowCourier = Named<'shadow_courier', { linkId: bigint | null }>;

/** An account of a book, whatever its currency. */
export type Account = PlainAccount | LinkAccount | OutsideAccount | ShadowMerchant | ShadowCourier;

/** One account: of one kind and name, in one currency, inside one book. */
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
  debt: plain('debt'),
  debts: plain('debts'),
  payoutsPending: plain('payouts_pending'),
  shadowClearing: plain('shadow_clearing'),
  shadowCommission: plain('shadow_commission'),
  linkDebt: (linkId: bigint): LinkAccount => ({ kind: 'link_debt', ...unnamed, linkId }),
  earnings: (linkId: bigint): LinkAccount => ({ kind: 'earnings', ...unnamed, linkId }),
  outside: (source: OutsideSource): OutsideAccount => ({ kind: 'outside', ...unnamed, source }),
  shadowMerchant: (shadowRef: string): ShadowMerchant => ({ kind: 'shadow_merchant', ...unnamed, shadowRef }),
  shadowMerchantByName: (shadowName: string): ShadowMerchant => ({ kind: 'shadow_merchant', ...unnamed, shadowName }),
  shadowUnnamed: Object.freeze({ kind: 'shadow_merchant', ...unnamed }) as ShadowMerchant,
  shadowCourier: (linkId: bigint): ShadowCourier => ({ kind: 'shadow_courier', ...unnamed, linkId }),
  shadowUnnamedCourier: Object.freeze({ kind: 'shadow_courier', ...unnamed }) as ShadowCourier,
});

/** An account in a book and a currency, of which `where` may say more than that. */
export const accountIn = ({ holderId, mode, currency }: Book & { currency: string }, account: Account): AccountRef => {
  const { kind, linkId, source, shadowRef, shadowName } = account;
  return { holderId, mode, currency, kind, linkId, source, shadowRef, shadowName } as AccountRef;
};

/** No balance goes beyond it, in minor units and either way. The database holds the same value as a CHECK. */
export const balanceMax = 10n ** 18n;

const shadowKinds: readonly AccountKind[] = [
  'shadow_clearing',
  'shadow_commission',
  'shadow_merchant',
  'shadow_courier',
];

export const isShadow = ({ kind }: Account): boolean => shadowKinds.includes(kind);

const unboundedKinds: readonly AccountKind[] = ['fees', 'transit', 'debts', 'shadow_clearing', 'outside'];

/**
 * The lowest balance in minor units, or null where an account may go below zero. The database holds the same value as
 * a CHECK. Every account of the service itself may go below zero; it is told by `ofService`.
 */
export const floorOf = ({ kind }: Account, ofService: boolean): bigint | null =>
  ofService || unboundedKinds.includes(kind) ? null : 0n;

const shownKinds: Partial<Record<AccountKind, string>> = {
  payouts_pending: 'payouts:pending',
  shadow_clearing: 'shadow:clearing',
  shadow_commission: 'shadow:commission',
};

/** An account's name as the interfaces, statements and commands show it: `clearing`, `earnings:4`, `outside:bank`. */
export function formatAccount(account: Account): string {
  switch (account.kind) {
    case 'earnings':
      return `earnings:${account.linkId}`;
    case 'link_debt':
      return `debt:${account.linkId}`;
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

/** A name that several accounts share up to what names them, and the constructor that takes the rest. */
const namedReaders: readonly [pattern: RegExp, read: (rest: string) => Account][] = [
  [/^earnings:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.earnings(BigInt(id))],
  [/^debt:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.linkDebt(BigInt(id))],
  [/^outside:(bank|card|onlinewallet)$/, (source) => ledgerAccount.outside(source as OutsideSource)],
  [/^shadow:earnings:ref:(.+)$/su, ledgerAccount.shadowMerchant],
  [/^shadow:earnings:name:(.+)$/su, ledgerAccount.shadowMerchantByName],
  [/^shadow:earnings:courier:([1-9][0-9]{0,17})$/, (id) => ledgerAccount.shadowCourier(BigInt(id))],
];

const single = new Map(
  Object.values(ledgerAccount).flatMap((account): [string, Account][] =>
    typeof account === 'function' ? [] : [[formatAccount(account), account]],
  ),
);

/** The account of a name as `formatAccount` writes it; undefined where it names none. */
export function parseAccount(name: string): Account | undefined {
  const known = single.get(name);
  if (known !== undefined) return known;
  for (const [pattern, read] of namedReaders) {
    const rest = pattern.exec(name)?.[1];
    if (rest !== undefined) return read(rest);
  }
  return undefined;
}

/** Tells accounts apart in maps and sets. */
export const accountKey = (ref: AccountRef): string =>
  `${ref.holderId}/${ref.mode}/${ref.currency}/${formatAccount(ref)}`;
