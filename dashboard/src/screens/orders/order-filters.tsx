/** The search, the filters and the order of a list of orders. */
import type { ListSearch } from '../../app/routes/list-search.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { type OrderFilter, orderKinds, orderSorts, paymentStatuses, settlementChoices } from './order-list.ts';

type Change = { [Name in keyof ListSearch]?: string | undefined };

export function OrderFilters({ filter, onChange }: { filter: OrderFilter; onChange: (change: Change) => void }) {
  const t = useStrings();
  return (
    <ListControls>
      <SearchBox label={t('orders.search')} value={filter.search} onChange={(search) => onChange({ search })} />
      <Choice
        label={t('orders.settlement')}
        value={filter.settlement}
        choices={settlementChoices.map((value) => ({
          value,
          label: value === 'broken_splits' ? t('orders.brokenSplits') : t(`state.${value}`),
        }))}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label={t('orders.payment')}
        value={filter.payment}
        choices={paymentStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(payment) => onChange({ payment })}
      />
      <Choice
        label={t('orders.kind')}
        value={filter.kind}
        choices={orderKinds.map((value) => ({ value, label: t(`orders.kind.${value}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <Choice
        label={t('app.sort')}
        value={filter.sort}
        isClearable={false}
        choices={orderSorts.map((value) => ({ value, label: t(`orders.sort.${value}`) }))}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
      />
    </ListControls>
  );
}
