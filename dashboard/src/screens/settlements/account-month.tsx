/** One account in one month: its balances, and what moved on each day. */
import { Stack } from '@mantine/core';
import type { MonthDays } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { LeadFigures } from '../../ui/lead-figures.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DayList, type OneDay } from './statement-days.tsx';

export type Account = MonthDays['accounts'][number];

const names = ['earnings', 'commission', 'clearing'] as const;

export function useAccountName(): (account: Pick<Account, 'account'>) => string {
  const t = useStrings();
  return ({ account }) => t(`statements.account.${names.find((name) => name === account) ?? 'other'}`);
}

export function AccountMonth({ account, of }: { account: Account; of: Omit<OneDay, 'account' | 'currency' | 'date'> }) {
  const t = useStrings();
  const name = useAccountName()(account);
  const { currency } = account;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Stack gap="md">
      <Panel title={`${name} · ${currency}`}>
        <LeadFigures
          label={name}
          figures={[
            { label: t('statements.opening'), value: money(account.opening_balance) },
            { label: t('statements.credits'), value: money(account.credits) },
            { label: t('statements.debits'), value: money(account.debits) },
            { label: t('statements.closing'), value: money(account.closing_balance) },
          ]}
        />
      </Panel>
      <DayList account={account} of={of} />
    </Stack>
  );
}
