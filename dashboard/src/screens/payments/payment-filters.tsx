/** The search, the filters and the order of a list of payments. */

import type { ReactNode } from 'react';
import { CurrencyFilter, SpanFilter } from '../../app/span-filter.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { attentions, datings, methods, type PaymentFilter, paymentSorts, paymentStatuses } from './payment-list.ts';

type Props = {
  filter: PaymentFilter;
  /** How many of them are in use. */
  active: number;
  onChange: (change: Partial<PaymentFilter>) => void;
  menus: ReactNode;
};

export function PaymentFilters({ filter, active, onChange, menus }: Props) {
  const t = useStrings();
  return (
    <ListControls>
      <SearchBox label={t('payments.search')} value={filter.search} onChange={(search) => onChange({ search })} />
      <FilterButton active={active} />
      <Choice
        label={t('payments.status')}
        value={filter.status}
        choices={paymentStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <SpanFilter filter={filter} onChange={onChange} />
      {filter.span !== undefined && (
        <Choice
          label={t('payments.dated.created')}
          value={filter.dated_by}
          choices={datings.map((value) => ({ value, label: t(`payments.dated.${value}`) }))}
          onChange={(dated_by) => onChange({ dated_by })}
        />
      )}
      {filter.method !== undefined && (
        <Choice
          label={t('payment.method')}
          value={filter.method}
          choices={methods.map((value) => ({ value, label: t(`payments.method.${value}`) }))}
          onChange={(method) => onChange({ method })}
        />
      )}
      <LedHere filter={filter} onChange={onChange} />
      <CurrencyFilter filter={filter} onChange={onChange} />
      <Choice
        label={t('payments.attention')}
        value={filter.attention}
        choices={attentions.map((value) => ({ value, label: t(`payments.attention.${value}`) }))}
        onChange={(attention) => onChange({ attention })}
      />
      <Choice
        label={t('app.sort')}
        value={filter.sort}
        isClearable={false}
        usual="newest"
        choices={paymentSorts.map((value) => ({ value, label: t(`payments.sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
      {menus}
    </ListControls>
  );
}

/** What a figure or another page led here with: each can only be left out. */
function LedHere({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const t = useStrings();
  return (
    <>
      {filter.declined_for !== undefined && (
        <Choice
          label={t('payments.declined')}
          value={filter.declined_for}
          choices={[{ value: filter.declined_for, label: t('payments.declined') }]}
          onChange={(declined_for) => onChange({ declined_for })}
        />
      )}
      {filter.finished === true && (
        <Choice
          label={t('payments.finished')}
          value="true"
          choices={[{ value: 'true', label: t('payments.finished') }]}
          onChange={() => onChange({ finished: undefined })}
        />
      )}
      {filter.customer !== undefined && (
        <Choice
          label={t('payments.customer')}
          value={String(filter.customer)}
          choices={[{ value: String(filter.customer), label: t('payments.customer') }]}
          onChange={() => onChange({ customer: undefined })}
        />
      )}
    </>
  );
}
