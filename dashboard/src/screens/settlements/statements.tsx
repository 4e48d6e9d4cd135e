/** A party's month: balances and movements, to print or as CSV. The address names both. */
import { Card, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookTime } from '../../api/book-time.ts';
import { dataOf, documentOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { text, withUsual } from '../../app/list-filters.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { DocumentButton } from '../../ui/document-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type Account, AccountMonth, useAccountName } from './account-month.tsx';
import { SettlementsFrame } from './settlements-frame.tsx';

const own = 'partner';
const monthPattern = /^\d{4}-\d{2}$/;
const monthLength = 7;
const pauseMs = 250;
const partiesShown = 50;

const filters = { beneficiary_ref: withUsual(text, own), month: text, account: text, currency: text };

export function Statements() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const isPhone = useIsPhone();
  const { filter, narrow } = useFilters(filters);
  const { beneficiary_ref: party, month = new Date(bookTime()).toISOString().slice(0, monthLength) } = filter;
  const query = useQuery({
    queryKey: ['statement', holderId, mode, party, month],
    enabled: monthPattern.test(month),
    placeholderData: keepPreviousData,
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/statements/{month}/days', { params: { path: { month }, query: { beneficiary_ref: party } } }),
      ),
  });
  const documentAt = (type: string) =>
    documentOf({ holderId, mode }, `/statements/${month}.${type}`, { beneficiary_ref: party });
  const accounts = (query.data?.accounts ?? []).filter(hasMoved);
  const shown = chosenOf(accounts, filter);
  return (
    <SettlementsFrame>
      <Group align="flex-end" gap="sm">
        <PartyChoice value={party} onChange={(beneficiary_ref) => narrow({ beneficiary_ref })} />
        <TextInput
          label={t('statements.month')}
          type="month"
          value={month}
          onChange={({ currentTarget }) => narrow({ month: currentTarget.value })}
          w={{ base: '100%', xs: 180 }}
        />
        {query.isSuccess && (
          <Group gap="sm" grow={isPhone} w={{ base: '100%', xs: 'auto' }}>
            <DocumentButton as="print" address={documentAt('html')} label={t('settlements.print')} />
            <DocumentButton as="csv" address={documentAt('csv')} label={t('settlements.csv')} />
          </Group>
        )}
      </Group>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Loading heights={[96, 320]} />}
      {query.isSuccess && shown === undefined && (
        <Card withBorder>
          <EmptyState icon="receipt" title={t('statements.empty.title')} text={t('statements.empty.text')} />
        </Card>
      )}
      {shown !== undefined && (
        <>
          <AccountChoice accounts={accounts} shown={shown} onChange={narrow} />
          <AccountMonth key={keyOf(shown)} account={shown} of={{ party, month }} />
        </>
      )}
    </SettlementsFrame>
  );
}

/** A currency in which there never was money is no book of it. */
const hasMoved = ({ movements_total: total, opening_balance: opening }: Account): boolean => total > 0 || opening !== 0;

const keyOf = ({ account, currency }: Pick<Account, 'account' | 'currency'>) => `${account}/${currency}`;

/** What the address names; else of the currency with the most movements the clearing, which everything passes through. */
function chosenOf(accounts: readonly Account[], { account, currency }: { account?: string; currency?: string }) {
  const named = accounts.find((one) => one.account === account && one.currency === currency);
  const [busiest] = [...accounts].sort((a, b) => b.movements_total - a.movements_total);
  return named ?? accounts.find((one) => one.currency === (currency ?? busiest?.currency)) ?? busiest;
}

type AccountChoiceProps = {
  accounts: readonly Account[];
  shown: Account;
  onChange: (chosen: Pick<Account, 'account' | 'currency'>) => void;
};

/** One book at a time, each with its own balances. */
function AccountChoice({ accounts, shown, onChange }: AccountChoiceProps) {
  const t = useStrings();
  const nameOf = useAccountName();
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const ofCurrency = accounts.filter(({ currency }) => currency === shown.currency);
  const inCurrency = (currency: string) =>
    accounts.find((one) => one.currency === currency && one.account === shown.account) ??
    accounts.find((one) => one.currency === currency) ??
    shown;
  if (accounts.length < 2) return null;
  return (
    <Group gap="sm">
      {ofCurrency.length > 1 && (
        <SegmentedControl
          aria-label={t('statements.account')}
          value={shown.account}
          data={ofCurrency.map((one) => ({ value: one.account, label: nameOf(one) }))}
          onChange={(account) => onChange({ account, currency: shown.currency })}
        />
      )}
      {currencies.length > 1 && (
        <SegmentedControl
          aria-label={t('statements.currency')}
          value={shown.currency}
          data={currencies}
          onChange={(currency) => {
            const { account } = inCurrency(currency);
            onChange({ account, currency });
          }}
        />
      )}
    </Group>
  );
}

function PartyChoice({ value, onChange }: { value: string; onChange: (party: string) => void }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const wanted = { limit: partiesShown, ...(search === '' ? {} : { search }) };
  const links = useQuery({
    queryKey: ['links', holderId, mode, 'choice', wanted],
    queryFn: () => pageOf(api.GET('/api/v1/links', { params: { query: wanted } })),
    placeholderData: keepPreviousData,
  });
  const known = (links.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }));
  const first = { value: own, label: t('statements.party.own') };
  const isKnown = value === own || known.some((one) => one.value === value);
  return (
    <Select
      label={t('statements.party')}
      searchable
      allowDeselect={false}
      // The service searches, in all links.
      filter={({ options }) => options}
      onSearchChange={(text) => setTyped(isLabel(text, [first, ...known]) ? '' : text)}
      value={value}
      data={[first, ...known, ...(isKnown ? [] : [{ value, label: value }])]}
      onChange={(party) => onChange(party ?? own)}
      w={{ base: '100%', xs: 280 }}
    />
  );
}

/** The field shows the chosen label as if it had been typed. */
const isLabel = (text: string, options: readonly { label: string }[]): boolean =>
  options.some(({ label }) => label === text);
