/** The balances of a company, by currency, and every movement with its reason. */
import { Button, Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Wallet } from '../../api/types.ts';
import { useActDialog } from '../../app/asked-act.ts';
import { useBook } from '../../app/book.ts';
import { text, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { OwnDebts } from '../debts/own-debts.tsx';
import { PayeeDebts } from '../debts/payee-debts.tsx';
import { WaitingTransfers } from '../top-ups/waiting.tsx';
import { Balances } from './balances.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { Movements } from './movements.tsx';
import { PayeeBalances } from './payee-balances.tsx';
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
          <div className={classes.beside} data-alone={wallet.beneficiaries.length === 0 || undefined}>
            <div className={classes.balances}>
              {balances.map((one) => (
                <Balances key={one.currency} wallet={one} />
              ))}
            </div>
            {wallet.beneficiaries.length > 0 && <PayeeBalances wallet={wallet} />}
          </div>
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
