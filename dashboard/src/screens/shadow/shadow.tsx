/** What is owed to restaurants that have not joined, one row per restaurant and currency. */
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { documentOf } from '../../api/client.ts';
import type { ShadowBalance } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { nameOf } from './name-of.ts';
import { NameRestaurant } from './name-restaurant.tsx';

const pageSize = 25;

export function Shadow() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [naming, setNaming] = useState<string | null>(null);
  const { query, list } = useList({
    key: ['shadow'],
    filters: {},
    read: async (query) => {
      const { data } = await api.GET('/api/v1/shadow', { params: { query: { ...query, limit: pageSize } } });
      // The same address answers CSV to whoever asks for it.
      if (data === undefined || typeof data === 'string') return {};
      return { data: { ...data, data: [...data.data].sort(byOwed) } };
    },
  });
  const totals = query.data?.totals ?? [];
  return (
    <Page
      title={t('shadow.title')}
      note={t('shadow.note')}
      actions={<DownloadButton href={documentOf({ holderId, mode }, '/shadow.csv')} label={t('shadow.csv')} />}
    >
      {totals.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            {t('shadow.total')}
          </Text>
          <Text fz={30} fw={650} lh={1.25} component="div">
            {totals.map(({ currency, total }) => (
              <Money key={currency} amount={total} currency={currency} me="md" />
            ))}
          </Text>
        </div>
      )}
      <List
        label={t('shadow.title')}
        list={list}
        columns={useColumns(setNaming)}
        idOf={(row) =>
          [row.beneficiary_type, row.shadow_merchant_ref, row.beneficiary_ref, row.names[0], row.currency].join('/')
        }
        empty={<EmptyState icon="ghost" title={t('shadow.empty.title')} text={t('shadow.empty.text')} />}
        card={(row) => <BalanceCard row={row} onName={setNaming} />}
      />
      {naming !== null && <NameRestaurant name={naming} onClose={() => setNaming(null)} />}
    </Page>
  );
}

/** Each page's largest first, currency by currency: amounts of two currencies don't compare. */
const byOwed = (one: ShadowBalance, other: ShadowBalance): number =>
  one.currency.localeCompare(other.currency) || other.balance - one.balance;

type RowProps = { row: ShadowBalance };
type OnName = (name: string) => void;

function useColumns(onName: OnName): Column<ShadowBalance>[] {
  const t = useStrings();
  const joinedOf = useJoined();
  return [
    {
      key: 'name',
      title: t('shadow.restaurant'),
      cell: (row) => (
        <Text span fw={550}>
          <Payee row={row} />
        </Text>
      ),
    },
    { key: 'type', title: t('links.type'), cell: (row) => <Type row={row} /> },
    { key: 'ref', title: t('shadow.ref'), cell: (row) => <Ref row={row} onName={onName} /> },
    { key: 'open', title: t('shadow.openOrders'), align: 'end', cell: (row) => row.open_orders },
    { key: 'joined', title: t('shadow.claimTo'), cell: joinedOf },
    {
      key: 'balance',
      title: t('shadow.balance'),
      align: 'end',
      cell: (row) => <Money amount={row.balance} currency={row.currency} fw={550} />,
    },
  ];
}

function BalanceCard({ row, onName }: RowProps & { onName: OnName }) {
  const t = useStrings();
  const joinedOf = useJoined();
  return (
    <CardFacts
      title={<Payee row={row} />}
      amount={<Money amount={row.balance} currency={row.currency} />}
      below={
        <>
          <Type row={row} />
          {row.beneficiary_type === 'merchant' && (
            <span>
              <Ref row={row} onName={onName} />
            </span>
          )}
          <span>
            {t('shadow.openOrders')}: {row.open_orders}
          </span>
          {row.beneficiary_type === 'merchant' && <span>{joinedOf(row)}</span>}
        </>
      }
    />
  );
}

/** Who is owed: a restaurant with a reference has a page of its own. */
function Payee({ row }: RowProps) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { beneficiary_type: type, shadow_merchant_ref: ref } = row;
  const title = {
    merchant: nameOf(row) ?? t('shadow.unnamed'),
    courier: row.names[0] ?? t('shadow.courierShare'),
    partner: t('shadow.commission'),
  }[type];
  if (ref === null) return title;
  return (
    <Link to="/h/$holderId/$mode/shadow/$ref" params={{ holderId, mode, ref }}>
      {title}
    </Link>
  );
}

function Type({ row: { beneficiary_type: type } }: RowProps) {
  const t = useStrings();
  // The name says it already.
  return <span>{type === 'partner' ? t('app.none') : t(`party.${type}`)}</span>;
}

/** The restaurant's reference, or the way to give it one. */
function Ref({
  row: { beneficiary_type: type, shadow_merchant_ref: ref, names },
  onName,
}: RowProps & { onName: OnName }) {
  const t = useStrings();
  const may = useMay();
  if (type !== 'merchant') return t('app.none');
  if (ref !== null) return ref;
  const [name] = names;
  if (name === undefined || !may('shadow.name')) return t('shadow.noRef');
  return (
    <Button size="compact-xs" variant="default" onClick={() => onName(name)}>
      {t('shadow.name')}
    </Button>
  );
}

/** As which of the company's payees it has joined. */
function useJoined(): (row: ShadowBalance) => string {
  const t = useStrings();
  return ({ claim_to: joined, beneficiary_type: type }) =>
    joined?.name ?? t(type === 'merchant' ? 'shadow.notJoined' : 'app.none');
}
