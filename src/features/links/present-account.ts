/** An account of a company's ledger as people read it: its name, its kind, and whose it is. */
import { type Static, Type } from 'typebox';
import { NullableRef, NullableText, nullable, Text } from '../../base/schemas/parts.ts';
import { type Account, accountKinds, formatAccount, outsideSourcePattern } from '../../core/ledger/accounts.ts';
import type { Link } from './links.repository.ts';

export const AccountAnswer = Type.Object(
  {
    account: Text('earnings:12', 'Name of the account in the ledger'),
    kind: Type.Enum([...accountKinds]),
    name: NullableText,
    beneficiary_type: nullable(Type.Enum(['merchant', 'courier'])),
    beneficiary_ref: NullableRef,
    source: nullable(Type.String({ pattern: outsideSourcePattern, examples: ['bank'] })),
  },
  { title: 'LedgerAccount', description: 'An account with the party it belongs to, if it belongs to one' },
);
type PresentedAccount = Static<typeof AccountAnswer>;

export function presentAccount(account: Account, links: ReadonlyMap<bigint, Link>): PresentedAccount {
  const link = account.linkId === null ? undefined : links.get(account.linkId);
  return {
    account: formatAccount(account),
    kind: account.kind,
    name: link?.name ?? account.shadowName ?? account.shadowRef,
    beneficiary_type: link?.type ?? null,
    beneficiary_ref: account.linkId === null ? null : Number(account.linkId),
    source: account.source,
  };
}
