/** How many accounts have a rule of their own beside that of all accounts, with links to the first of them. */
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';

const shownMax = 5;

type Account = { holder_id: number; name: string };
type Props = {
  /** What kind of rule. */
  of: 'fees' | 'offers' | 'orders';
  count: number;
  /** All, or the first of them. */
  accounts: readonly Account[];
};

export function OwnAccounts({ of, count, accounts }: Props) {
  const t = useStrings();
  const shown = accounts.slice(0, shownMax);
  return (
    <Text size="sm" {...(count === 0 ? { c: 'dimmed' } : {})}>
      {t(`op.limits.own.${of}`, { count })}
      {shown.map((account, at) => (
        <Fragment key={account.holder_id}>
          {at === 0 ? ' ' : ', '}
          <AccountLink account={account} />
        </Fragment>
      ))}
      {count > shown.length && ` ${t('op.limits.own.more', { count: count - shown.length })}`}
    </Text>
  );
}

function AccountLink({ account: { holder_id: id, name } }: { account: Account }) {
  const { holderId, mode } = useBook();
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => (
        <Link to="/h/$holderId/$mode/operator/accounts/$id" params={{ holderId, mode, id: String(id) }} {...props} />
      )}
    >
      {name}
    </Anchor>
  );
}

/** The accounts of rules, each once. */
export function accountsOf(rules: readonly { holder: Account | null }[]): Account[] {
  const found = new Map(rules.flatMap(({ holder }) => (holder === null ? [] : [[holder.holder_id, holder] as const])));
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}
