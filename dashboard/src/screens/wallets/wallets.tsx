/** The balances of a company, by currency, and every movement with its reason. */
import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Wallet } from '../../api/types.ts';
import { useActDialog } from '../../app/asked-act.ts';
import { useBook } from '../../app/book.ts';
import { text, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
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

const filters = { account: withUsual(text, 'clearing'), currency: text };

export function Wallets() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const { filter } = useFilters(filters);
  const { open, typed, setOpen, close } = useActDialog<'topUp' | 'move'>(may('wallets.top_up') ? ['topUp'] : []);
  const query = useQuery({
    queryKey: ['wallets', holderId, mode, 'balances'],
    queryFn: () => dataOf(api.GET('/api/v1/wallets')),
  });
  const balances = query.data ?? [];
  const currencies = balances.map(({ currency }) => currency);
  const wallet = balances.find((one) => one.currency === filter.currency) ?? balances[0];
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
      {query.isSuccess && wallet === undefined && <NoWallet />}
      {wallet !== undefined && (
        <>
          <div className={classes.balances}>
            {balances.map((one) => (
              <Balances key={one.currency} wallet={one} />
            ))}
          </div>
          {wallet.beneficiaries.length > 0 && <Payees wallet={wallet} />}
          <PayeeDebts currency={wallet.currency} payees={wallet.beneficiaries} />
          <AccountMovements wallet={wallet} currencies={currencies} />
        </>
      )}
      {open === 'topUp' && (
        <TopUpDialog
          currencies={currencies}
          typed={{ amount: typed?.amount ?? '', currency: filter.currency }}
          onClose={close}
        />
      )}
      {open === 'move' && wallet !== undefined && (
        <MoveDialog balances={balances} currency={wallet.currency} onClose={close} />
      )}
    </Page>
  );
}

function NoWallet() {
  const t = useStrings();
  const { mode } = useBook();
  return (
    <Card withBorder>
      <EmptyState
        icon="wallet"
        title={t('wallets.empty.title')}
        text={t(mode === 'test' ? 'wallets.empty.text' : 'wallets.empty.live')}
      />
    </Card>
  );
}

type WalletProps = { wallet: Wallet };

/** What there is in one currency. */
function Balances({ wallet: { currency, clearing, reserved, spendable, commission, debt } }: WalletProps) {
  const t = useStrings();
  return (
    <Panel title={currency}>
      <Group gap={40} align="flex-start">
        <Balance label={t('wallets.clearing')} amount={clearing} currency={currency} />
        {reserved > 0 && (
          <>
            <Balance label={t('wallets.reserved')} amount={reserved} currency={currency} />
            <Balance label={t('wallets.spendable')} amount={spendable} currency={currency} />
          </>
        )}
        <Balance label={t('wallets.commission')} amount={commission} currency={currency} />
        {debt > 0 && <Balance label={t('wallets.debt')} amount={debt} currency={currency} />}
      </Group>
    </Panel>
  );
}

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

function Payees({ wallet: { beneficiaries, currency } }: WalletProps) {
  const t = useStrings();
  const anyOwes = beneficiaries.some(({ debt }) => debt > 0);
  return (
    <Panel title={t('wallets.parties', { currency })} isFlush>
      <Table verticalSpacing="sm" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('wallets.party')}</Table.Th>
            <Table.Th ta="end">{t('wallets.balance')}</Table.Th>
            {anyOwes && <Table.Th ta="end">{t('wallets.owes')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...beneficiaries].sort(byTypeAndName).map((payee) => (
            <Table.Tr key={payee.beneficiary_ref}>
              <Table.Td>
                <PayeeLink link={payee.beneficiary_ref}>{payee.name}</PayeeLink>
                <Text size="xs" c="dimmed" component="div">
                  <Dotted>
                    {t(`order.party.${payee.beneficiary_type}`)}
                    {t('order.party.link', { id: payee.beneficiary_ref })}
                  </Dotted>
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Money amount={payee.balance} currency={currency} />
              </Table.Td>
              {anyOwes && (
                <Table.Td ta="end">
                  {payee.debt > 0 ? <Money amount={payee.debt} currency={currency} /> : t('app.none')}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

type Payee = Wallet['beneficiaries'][number];

/** Merchants before couriers, each by name. */
const byTypeAndName = (one: Payee, other: Payee): number =>
  other.beneficiary_type.localeCompare(one.beneficiary_type) || one.name.localeCompare(other.name);

/** The movements of one account in one currency, both chosen above the list. */
function AccountMovements({ wallet, currencies }: WalletProps & { currencies: readonly string[] }) {
  const t = useStrings();
  const { filter, narrow } = useFilters(filters);
  const { account } = filter;
  const accounts = [
    { value: 'clearing', label: t('account.clearing') },
    { value: 'commission', label: t('account.commission') },
    { value: 'payouts:pending', label: t('account.payouts_pending') },
    ...wallet.beneficiaries.map(({ beneficiary_ref: ref, name }) => ({
      value: `earnings:${ref}`,
      label: t('account.earnings', { name }),
    })),
  ];
  return (
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
        {currencies.length > 1 && (
          <Choice
            label={t('app.currency')}
            value={wallet.currency}
            isClearable={false}
            choices={currencies.map((currency) => ({ value: currency, label: currency }))}
            onChange={(currency) => narrow({ currency })}
          />
        )}
      </ListControls>
      <Movements account={account} currency={wallet.currency} />
    </Stack>
  );
}
