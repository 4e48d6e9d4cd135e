/** Requests a payout: how much and where to, then what it costs and when it arrives, then it is done. */
import { Button, Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PayoutOptions } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { BankAccountForm } from './bank-account-form.tsx';
import { ConfirmPayout } from './confirm-payout.tsx';
import { PayoutForm } from './payout-form.tsx';
import { optionsQuery } from './queries.ts';
import { keyOfSource } from './source-words.ts';
import type { Destination, Source } from './types.ts';

/** The payout to request. */
export type Draft = { source: Source; destination: Destination; amount: number };

export function NewPayout() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const may = useMay();
  const { person } = useSession();
  const options = useQuery(optionsQuery({ holderId, mode }));
  const needsTwoStep = mode === 'live' && holder.kind !== 'customer' && !person.second_factor;
  const isWithoutBank =
    options.data?.destinations.length === 0 &&
    options.data.sources.some(({ spendable }) => spendable > 0) &&
    may('payouts.request') &&
    may('bank_accounts.add') &&
    !needsTwoStep;
  return (
    <Page title={t(isWithoutBank ? 'payouts.new.bankFirst.title' : 'payouts.new.title')}>
      {options.isPending && <Loading heights={[320]} maw={520} />}
      {options.isError && <ProblemNotice error={options.error} onRetry={() => void options.refetch()} />}
      {options.data !== undefined &&
        (!may('payouts.request') ? (
          <Card withBorder>
            {isReadOnly(holder.status) ? (
              <EmptyState
                icon="lock"
                title={t('payouts.new.notOpen.title')}
                text={t('payouts.new.notOpen')}
                action={
                  <Button
                    mt="sm"
                    renderRoot={(props) => (
                      <Link to="/h/$holderId/$mode/payouts" params={{ holderId, mode }} {...props} />
                    )}
                  >
                    {t('payouts.new.notOpen.act')}
                  </Button>
                }
              />
            ) : (
              <EmptyState icon="lock" title={t('problem.forbidden.title')} text={t('payouts.new.mayNot')} />
            )}
          </Card>
        ) : options.data.sources.every(({ spendable }) => spendable <= 0) ? (
          <Card withBorder>
            <EmptyState icon="cash" title={t('payouts.new.nothing.title')} text={t('payouts.new.nothing')} />
          </Card>
        ) : needsTwoStep ? (
          <Card withBorder maw={520}>
            <EmptyState
              icon="shield-check"
              title={t('payouts.new.needsTwoStep.title')}
              text={t('payouts.new.needsTwoStep')}
              action={
                <Button renderRoot={(props) => <Link to="/profile" {...props} />}>{t('payouts.new.twoStep')}</Button>
              }
            />
          </Card>
        ) : (
          <Steps options={options.data} />
        ))}
    </Page>
  );
}

/** What is there to be paid out, the most first; clearing last, because waiting orders settle from it. */
const byUse = (one: Source, other: Source): number =>
  Number(one.account === 'clearing') - Number(other.account === 'clearing') || other.spendable - one.spendable;

function Steps({ options }: { options: PayoutOptions }) {
  const t = useStrings();
  const navigate = useNavigate();
  const { holderId, mode } = useBook();
  const may = useMay();
  const { currency, amount = '' } = useSearch({ from: '/signed-in/h/$holderId/$mode/payouts/new' });
  const sources = options.sources.filter(({ spendable }) => spendable > 0).sort(byUse);
  const first = sources.find((one) => one.currency === currency) ?? (sources[0] as Source);
  const [typed, setTyped] = useState({ source: keyOfSource(first), amount, bank: '' });
  const [isAdding, setAdding] = useState(false);
  const [draft, setDraft] = useState<Draft>();
  const source = sources.find((one) => keyOfSource(one) === typed.source) ?? first;
  const destinations = options.destinations.filter((one) => one.currency === null || one.currency === source.currency);
  if (draft !== undefined) {
    return (
      <ConfirmPayout
        draft={draft}
        onBack={() => setDraft(undefined)}
        onDone={() => {
          showToast(t('payouts.new.done'));
          void navigate({ to: '/h/$holderId/$mode/payouts', params: { holderId, mode } });
        }}
      />
    );
  }
  if (destinations.length === 0 || isAdding) {
    if (!may('bank_accounts.add')) return <Text>{t('payouts.new.noBankRight')}</Text>;
    return (
      <Card withBorder padding="lg" maw={520}>
        {destinations.length === 0 && <Text mb="md">{t('payouts.new.bankFirst')}</Text>}
        <BankAccountForm
          onAdded={(account) => {
            // Its form may be there already, with an amount typed into it.
            setTyped((now) => ({ ...now, bank: account.bank_account_id }));
            setAdding(false);
          }}
          {...(destinations.length === 0 ? {} : { onCancel: () => setAdding(false) })}
        />
      </Card>
    );
  }
  return (
    <Card withBorder padding="lg" maw={520}>
      <PayoutForm
        sources={sources}
        source={source}
        destinations={destinations}
        typed={typed}
        onTyped={setTyped}
        onAddBank={may('bank_accounts.add') ? () => setAdding(true) : undefined}
        onReady={setDraft}
      />
    </Card>
  );
}
