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
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { nameOf } from './name-of.ts';
import { NameRestaurant } from './name-restaurant.tsx';

const pageSize = 25;

export function Shadow() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [naming, setNaming] = useState<string | null>(null);
  const { query, list } = useList({
    key: ['shadow'],
    filters: {},
    read: async (query) => {
      const { data } = await api.GET('/api/v1/shadow', { params: { query: { ...query, limit: pageSize } } });
      // The same address answers CSV to whoever asks for it.
      return typeof data === 'string' ? {} : { data };
    },
  });
  const titleOf = (row: ShadowBalance) => {
    if (row.beneficiary_type === 'courier') return row.names[0] ?? t('shadow.courierShare');
    if (row.beneficiary_type === 'partner') return t('shadow.commission');
    return nameOf(row) ?? t('shadow.unnamed');
  };
  const linkOf = (row: ShadowBalance) =>
    row.shadow_merchant_ref === null ? (
      titleOf(row)
    ) : (
      <Link to="/h/$holderId/$mode/shadow/$ref" params={{ holderId, mode, ref: row.shadow_merchant_ref }}>
        {titleOf(row)}
      </Link>
    );
  const refOf = (row: ShadowBalance) => {
    if (row.beneficiary_type !== 'merchant') return t(`party.${row.beneficiary_type}`);
    if (row.shadow_merchant_ref !== null) return row.shadow_merchant_ref;
    const [name] = row.names;
    return may('shadow.name') && name !== undefined ? (
      <Button size="compact-xs" variant="default" onClick={() => setNaming(name)}>
        {t('shadow.name')}
      </Button>
    ) : (
      t('shadow.noRef')
    );
  };
  const joinedOf = ({ claim_to: joined, beneficiary_type: type }: ShadowBalance) =>
    joined?.name ?? t(type === 'merchant' ? 'shadow.notJoined' : 'app.none');
  const columns: Column<ShadowBalance>[] = [
    {
      key: 'name',
      title: t('shadow.restaurant'),
      cell: (row) => (
        <Text span fw={550}>
          {linkOf(row)}
        </Text>
      ),
    },
    { key: 'ref', title: t('shadow.ref'), cell: refOf },
    { key: 'open', title: t('shadow.openOrders'), align: 'right', cell: (row) => row.open_orders },
    { key: 'joined', title: t('shadow.claimTo'), cell: (row) => joinedOf(row) },
    {
      key: 'balance',
      title: t('shadow.balance'),
      align: 'right',
      cell: (row) => <Money amount={row.balance} currency={row.currency} fw={550} />,
    },
  ];
  const totals = query.data?.totals ?? [];
  return (
    <Page
      title={t('shadow.title')}
      note={t('shadow.note')}
      actions={
        <Button
          variant="default"
          component="a"
          href={documentOf({ holderId, mode }, '/shadow.csv')}
          download
          leftSection={<Icon name="download" size={16} />}
        >
          {t('shadow.csv')}
        </Button>
      }
    >
      {totals.length > 0 && (
        <Facts
          facts={[
            {
              label: t('shadow.total'),
              value: totals.map(({ currency, total }) => (
                <Money key={currency} amount={total} currency={currency} mr="md" />
              )),
            },
          ]}
        />
      )}
      <List
        label={t('shadow.title')}
        list={list}
        columns={columns}
        idOf={(row) =>
          [row.beneficiary_type, row.shadow_merchant_ref, row.beneficiary_ref, row.names[0], row.currency].join('/')
        }
        empty={<EmptyState icon="ghost" title={t('shadow.empty.title')} text={t('shadow.empty.text')} />}
        card={(row) => (
          <CardFacts
            title={linkOf(row)}
            amount={<Money amount={row.balance} currency={row.currency} />}
            below={
              <>
                <span>{refOf(row)}</span>
                <span>
                  {t('shadow.openOrders')}: {row.open_orders}
                </span>
                {row.beneficiary_type === 'merchant' && <span>{joinedOf(row)}</span>}
              </>
            }
          />
        )}
      />
      {naming !== null && <NameRestaurant name={naming} onClose={() => setNaming(null)} />}
    </Page>
  );
}
