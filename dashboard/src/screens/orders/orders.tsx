/** The orders of a company. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '../../api/api.generated.ts';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

type Query = NonNullable<paths['/api/v1/orders']['get']['parameters']['query']>;
type Row = paths['/api/v1/orders']['get']['responses'][200]['content']['application/json']['data'][number];
type Settlement = Row['settlement_status'];

const from = '/signed-in/h/$holderId/$mode/orders';
const statuses: readonly Settlement[] = [
  'unsettled',
  'awaiting_funds',
  'on_hold',
  'settled',
  'partially_reversed',
  'reversed',
  'void',
];

export function Orders() {
  const t = useStrings();
  const navigate = useNavigate({ from: '/h/$holderId/$mode/orders' });
  const { holderId, mode, api } = useBook();
  const { search, status, cursor } = useSearch({ from });
  const settlement = statuses.find((one) => one === status);
  const asked: Query = {
    ...(search === undefined ? {} : { search }),
    ...(settlement === undefined ? {} : { settlement_status: settlement }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = useQuery({
    queryKey: ['orders', holderId, mode, asked],
    queryFn: () => pageOf(api.GET('/api/v1/orders', { params: { query: asked } })),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: { search?: string | undefined; status?: string | undefined }) =>
    navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...change }) as never, replace: true });
  const columns: Column<Row>[] = [
    {
      key: 'ref',
      title: t('orders.ref'),
      cell: (row) => (
        <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref: row.partner_order_ref }}>
          {row.partner_order_ref}
        </Link>
      ),
    },
    {
      key: 'amount',
      title: t('orders.amount'),
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'payment', title: t('orders.payment'), cell: (row) => <StateBadge state={row.payment_status} /> },
    { key: 'settlement', title: t('orders.settlement'), cell: (row) => <StateBadge state={row.settlement_status} /> },
    { key: 'created', title: t('orders.created'), cell: (row) => <Instant at={row.created_at} /> },
  ];
  const isNarrowed = search !== undefined || settlement !== undefined;
  return (
    <Page title={t('orders.title')}>
      <ListControls>
        <SearchBox label={t('orders.search')} value={search} onChange={(text) => narrow({ search: text })} />
        <Choice
          label={t('orders.settlement')}
          value={settlement}
          choices={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => narrow({ status: value })}
        />
      </ListControls>
      <List
        label={t('orders.title')}
        query={query}
        columns={columns}
        idOf={(row) => row.order_id}
        onOpen={(row) =>
          navigate({ to: '/h/$holderId/$mode/orders/$ref', params: { holderId, mode, ref: row.partner_order_ref } })
        }
        onNext={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
        onFirst={cursor === undefined ? undefined : () => history.back()}
        empty={
          isNarrowed ? (
            <Blank icon="search" title={t('orders.noMatch.title')} text={t('orders.noMatch.text')} />
          ) : (
            <Blank icon="list-details" title={t('orders.empty.title')} text={t('orders.empty.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={row.partner_order_ref}
            amount={<Money amount={row.amount} currency={row.currency} />}
            below={
              <>
                <StateBadge state={row.settlement_status} />
                <Instant at={row.created_at} />
              </>
            }
          />
        )}
      />
    </Page>
  );
}
