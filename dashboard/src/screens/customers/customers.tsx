/** The customers of a shop, the one who paid last first. */
import { Box, Text } from '@mantine/core';
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
import { Hint } from '../../ui/hint.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { ListTotals } from '../../ui/list-totals.tsx';
import { Money } from '../../ui/money.tsx';
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
  const isPhone = useIsPhone();
  const request = () => api.GET('/api/v1/customers.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  const file = { fileName: 'customers.csv', request };
  const { totals, ...listAlone } = list;
  return (
    <Page
      title={t('customers.title')}
      note={t('customers.note')}
      actions={!hasNone && !isPhone && <ExportButton {...file} />}
    >
      {!hasNone && (
        <ListControls>
          <SearchBox label={t('customers.search')} value={filter.search} onChange={(search) => narrow({ search })} />
          <FilterButton active={active} />
          {isPhone && <ExportButton {...file} isPicture />}
          <SpanFilter filter={filter} onChange={narrow} />
          {menus}
        </ListControls>
      )}
      {/* They are counted, not summed: that is read before the list. */}
      {isPhone && totals !== undefined && <ListTotals {...totals} totals={totals.query} />}
      <List
        label={t('customers.title')}
        list={isPhone ? listAlone : list}
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
      title={
        <>
          {first ?? row.email} {row.has_account && <AccountMark />}
        </>
      }
      amount={<Paid paid={row.paid} />}
      when={<Instant at={row.last_paid_at} day />}
      below={
        <>
          <span>{t('totals.payments', { count: row.payments })}</span>
          {second !== undefined && <span>{second}</span>}
        </>
      }
    />
  );
}

/** By currency, the largest first. */
const Paid = ({ paid }: Pick<ListedCustomer, 'paid'>) =>
  paid.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} fw={550} />
    </div>
  ));

/** That they pay from a wallet here, and didn't only give an address. */
function AccountMark() {
  const t = useStrings();
  const label = t('customers.account');
  return (
    <Hint label={label}>
      <Box component="span" role="img" aria-label={label} c="dimmed" lh={0} style={{ verticalAlign: '-2px' }}>
        <Icon name="wallet" size={15} />
      </Box>
    </Hint>
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
            <Link {...linkTo(row)}>{first ?? row.email}</Link> {row.has_account && <AccountMark />}
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
      key: 'paid',
      title: t('customers.paid'),
      align: 'end',
      optional: 'shown',
      cell: (row) => <Paid paid={row.paid} />,
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
