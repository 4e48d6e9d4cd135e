/** The balances of a company, by currency, and every movement with its reason. */
import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { text, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { OwnDebts } from '../debts/own-debts.tsx';
import { PayeeDebts } from '../debts/payee-debts.tsx';
import { WaitingTransfers } from '../top-ups/waiting.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { Movements } from './movements.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';
import classes from './wallets.module.css';

export function Wallets() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const { filter, narrow } = useFilters({ account: withUsual(text, 'clearing'), currency: text });
  const { account } = filter;
  const [open, setOpen] = useState<'topUp' | 'move'>();
  const query = useQuery({
    queryKey: ['wallets', holderId, mode, 'balances'],
    queryFn: () => dataOf(api.GET('/api/v1/wallets')),
  });
  const balances = query.data ?? [];
  const wallet = balances.find((one) => one.currency === filter.currency) ?? balances[0];
  const accounts = wallet && [
    { value: 'clearing', label: t('account.clearing') },
    { value: 'commission', label: t('account.commission') },
    { value: 'payouts:pending', label: t('account.payouts_pending') },
    ...wallet.beneficiaries.map(({ beneficiary_ref: ref, name }) => ({
      value: `earnings:${ref}`,
      label: t('account.earnings', { name }),
    })),
  ];
  return (
    <Page
      title={t('wallets.title')}
      actions={
        may('wallets.top_up') && (
          <>
            {may('wallets.transfer') && wallet !== undefined && wallet.commission > 0 && (
              <Button
                variant="default"
                leftSection={<Icon name="transfer" size={16} />}
                onClick={() => setOpen('move')}
              >
                {t('wallets.move')}
              </Button>
            )}
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen('topUp')}>
              {t('wallets.topUp')}
            </Button>
          </>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      <WaitingTransfers />
      {balances.some(({ debt }) => debt > 0) && <OwnDebts />}
      {query.isPending && <Loading heights={[120, 320]} />}
      {query.isSuccess && wallet === undefined && (
        <Card withBorder>
          <EmptyState
            icon="wallet"
            title={t('wallets.empty.title')}
            text={t(mode === 'test' ? 'wallets.empty.text' : 'wallets.empty.live')}
          />
        </Card>
      )}
      {wallet !== undefined && accounts !== undefined && (
        <>
          <div className={classes.balances}>
            {balances.map((one) => (
              <Panel key={one.currency} title={one.currency}>
                <Group gap={40} align="flex-start">
                  <Balance label={t('wallets.clearing')} amount={one.clearing} currency={one.currency} />
                  {one.reserved > 0 && (
                    <>
                      <Balance label={t('wallets.reserved')} amount={one.reserved} currency={one.currency} />
                      <Balance label={t('wallets.spendable')} amount={one.spendable} currency={one.currency} />
                    </>
                  )}
                  <Balance label={t('wallets.commission')} amount={one.commission} currency={one.currency} />
                  {one.debt > 0 && <Balance label={t('wallets.debt')} amount={one.debt} currency={one.currency} />}
                </Group>
              </Panel>
            ))}
          </div>
          {wallet.beneficiaries.length > 0 && (
            <Panel title={t('wallets.parties', { currency: wallet.currency })} isFlush>
              <Table verticalSpacing="sm" horizontalSpacing="lg">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('wallets.party')}</Table.Th>
                    <Table.Th ta="right">{t('wallets.balance')}</Table.Th>
                    {wallet.beneficiaries.some(({ debt }) => debt > 0) && (
                      <Table.Th ta="right">{t('wallets.owes')}</Table.Th>
                    )}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {[...wallet.beneficiaries].sort(byTypeAndName).map((party) => (
                    <Table.Tr key={party.beneficiary_ref}>
                      <Table.Td>
                        {party.name}
                        <Text size="xs" c="dimmed">
                          {t(`order.party.${party.beneficiary_type}`)} ·{' '}
                          {t('order.party.link', { id: party.beneficiary_ref })}
                        </Text>
                      </Table.Td>
                      <Table.Td ta="right">
                        <Money amount={party.balance} currency={wallet.currency} />
                      </Table.Td>
                      {wallet.beneficiaries.some(({ debt }) => debt > 0) && (
                        <Table.Td ta="right">
                          {party.debt > 0 ? <Money amount={party.debt} currency={wallet.currency} /> : t('app.none')}
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Panel>
          )}
          <PayeeDebts currency={wallet.currency} payees={wallet.beneficiaries} />
          <Stack gap="sm">
            <Title order={2}>{t('wallets.movements')}</Title>
            <ListControls>
              <Choice
                label={t('wallets.movements.account')}
                value={account}
                isClearable={false}
                choices={accounts}
                onChange={(account) => narrow({ account })}
              />
              {balances.length > 1 && (
                <Choice
                  label={t('app.currency')}
                  value={wallet.currency}
                  isClearable={false}
                  choices={balances.map(({ currency }) => ({ value: currency, label: currency }))}
                  onChange={(currency) => narrow({ currency })}
                />
              )}
            </ListControls>
            <Movements account={account} currency={wallet.currency} />
          </Stack>
        </>
      )}
      {open === 'topUp' && (
        <TopUpDialog currencies={balances.map(({ currency }) => currency)} onClose={() => setOpen(undefined)} />
      )}
      {open === 'move' && wallet !== undefined && (
        <MoveDialog balances={balances} currency={wallet.currency} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

type Party = { beneficiary_type: string; name: string };

/** Merchants before couriers, each by name. */
const byTypeAndName = (one: Party, other: Party): number =>
  other.beneficiary_type.localeCompare(one.beneficiary_type) || one.name.localeCompare(other.name);

function Balance({ label, amount, currency }: { label: string; amount: number; currency: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} component="div">
        <Money amount={amount} currency={currency} />
      </Text>
    </div>
  );
}
