/** One account in one month: its balances, and what moved it. */
import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PartyMonth } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Money } from '../../ui/money.tsx';

type Account = PartyMonth['accounts'][number];

/** The documents have all of them. */
export const movementsShown = 50;

const names = ['earnings', 'commission', 'clearing'] as const;

function useName(): (account: Account) => string {
  const t = useStrings();
  return ({ account, currency }) => {
    const known = names.find((name) => name === account);
    return `${t(`statements.account.${known ?? 'other'}`)} · ${currency}`;
  };
}

function Name({ account }: { account: Account }) {
  return useName()(account);
}

export function AccountMonth({ account }: { account: Account }) {
  const t = useStrings();
  const name = useName()(account);
  const isPhone = useIsPhone();
  const money = (amount: number) => <Money amount={amount} currency={account.currency} />;
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          { label: t('statements.opening'), value: money(account.opening_balance) },
          { label: t('statements.credits'), value: money(account.credits) },
          { label: t('statements.debits'), value: money(account.debits) },
          { label: t('statements.closing'), value: money(account.closing_balance) },
        ]}
      />
      {account.movements.length > 0 && (
        <Figures
          label={name}
          heads={
            isPhone
              ? [{ title: t('statements.what') }, { title: t('statements.amount'), align: 'end' }]
              : [
                  { title: t('statements.at') },
                  { title: t('statements.what') },
                  { title: t('statements.order') },
                  { title: t('statements.amount'), align: 'end' },
                  { title: t('statements.balance'), align: 'end' },
                ]
          }
          rows={account.movements.slice(0, movementsShown).map((movement, index) => {
            const cells = [
              <Instant key="at" at={movement.at} />,
              movement.what,
              <OrderLink key="order" of={movement.partner_order_ref} />,
              <Money key="amount" amount={movement.amount} currency={account.currency} signed />,
              <Money key="balance" amount={movement.balance} currency={account.currency} />,
            ];
            return {
              key: String(index),
              cells: isPhone ? twoByTwo(cells, movement.partner_order_ref !== null, t('statements.balance')) : cells,
            };
          })}
        />
      )}
    </Stack>
  );
}

function OrderLink({ of: ref }: { of: string | null }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (ref === null) return t('app.none');
  return (
    // On a phone it stands among words.
    <Link
      to="/h/$holderId/$mode/orders/$ref"
      params={{ holderId, mode, ref }}
      data-underline="always"
      style={{ whiteSpace: 'nowrap' }}
    >
      {ref}
    </Link>
  );
}

/** For a phone: when and what above each other, and the amount above the balance. */
const twoByTwo = (
  [at, what, order, amount, balance]: readonly ReactNode[],
  hasOrder: boolean,
  balanceTitle: string,
): ReactNode[] => [
  <div key="what" style={{ whiteSpace: 'normal' }}>
    {what}
    <Text size="xs" c="dimmed" component="div">
      <Dotted>
        {at}
        {hasOrder && <span>{order}</span>}
      </Dotted>
    </Text>
  </div>,
  <div key="amount">
    {amount}
    <Text size="xs" c="dimmed" component="div">
      {balanceTitle} {balance}
    </Text>
  </div>,
];

AccountMonth.Name = Name;
