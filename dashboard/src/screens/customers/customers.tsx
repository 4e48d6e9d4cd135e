/** The customers of a shop, the one who paid last first. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { ListedCustomer } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { dayOrInstant, oneOf, text } from '../../app/list-filters.ts';
import { spans, timed } from '../../app/list-span.ts';
import { SpanFilter } from '../../app/span-filter.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { Page } from '../../ui/page.tsx';
import { payerLines } from '../../ui/payer-lines.ts';

/** Times are those of the last payment. */
const filters = { search: text, span: oneOf(spans), from: dayOrInstant, to: dayOrInstant };

export function Customers() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, clear, list, hasNone } = useList({
    key: ['customers'],
    filters,
    read: (asked) => api.GET('/api/v1/customers', { params: { query: timed(asked) } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/customers', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.customers', { count }),
    },
  });
  const { columns, menus } = useArranged('customers', useColumns());
  const exported = () => api.GET('/api/v1/customers.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  return (
    <Page
      title={t('customers.title')}
      note={t('customers.note')}
      actions={!hasNone && <ExportButton fileName="customers.csv" request={exported} />}
    >
      {!hasNone && (
        <ListControls>
          <SearchBox label={t('customers.search')} value={filter.search} onChange={(search) => narrow({ search })} />
          <FilterButton active={active} />
          <SpanFilter filter={filter} onChange={narrow} />
          {menus}
        </ListControls>
      )}
      <List
        label={t('customers.title')}
        list={list}
        columns={columns}
        idOf={(row) => String(row.customer_id)}
        linkTo={useLinkTo()}
        empty={
          isNarrowed ? (
            <NoMatch title={t('customers.noMatch.title')} onClear={clear} />
          ) : (
            <EmptyState icon="users" title={t('customers.empty.title')} text={t('customers.empty.text')} />
          )
        }
        card={(row) => <CustomerCard row={row} />}
      />
    </Page>
  );
}

function CustomerCard({ row }: { row: ListedCustomer }) {
  const t = useStrings();
  const [first, second] = payerLines(row);
  return (
    <CardFacts
      title={first ?? row.email}
      amount={t('totals.payments', { count: row.payments })}
      below={
        <>
          {row.has_account && <Flag tone="neutral">{t('customers.account')}</Flag>}
          {second !== undefined && <span>{second}</span>}
          <span>
            {t('customers.last')}: <Instant at={row.last_paid_at} day />
          </span>
        </>
      }
    />
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ customer_id: id }: ListedCustomer) =>
    linkOptions({ to: '/h/$holderId/$mode/customers/$id', params: { holderId, mode, id: String(id) } });
}

function useColumns(): Column<ListedCustomer>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  return [
    {
      key: 'customer',
      title: t('customers.customer'),
      cell: (row) => {
        const [first, second] = payerLines(row);
        return (
          <>
            <Link {...linkTo(row)}>{first ?? row.email}</Link>
            {second !== undefined && (
              <Text size="xs" c="dimmed" component="div">
                {second}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'account',
      title: t('customers.account'),
      optional: 'shown',
      cell: (row) => t(row.has_account ? 'app.yes' : 'app.none'),
    },
    { key: 'payments', title: t('payments.title'), align: 'end', optional: 'shown', cell: (row) => row.payments },
    {
      key: 'first',
      title: t('customers.first'),
      optional: 'shown',
      cell: (row) => <Instant at={row.first_paid_at} day />,
    },
    {
      key: 'last',
      title: t('customers.last'),
      optional: 'shown',
      cell: (row) => <Instant at={row.last_paid_at} />,
    },
  ];
}
