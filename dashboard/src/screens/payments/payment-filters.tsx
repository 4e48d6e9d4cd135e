/** The search, the filters and the order of a list of payments. */
import { TextInput } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { attentions, type PaymentFilter, paymentSorts, paymentStatuses } from './payment-list.ts';
import { spans } from './payment-span.ts';

type Props = { filter: PaymentFilter; onChange: (change: Partial<PaymentFilter>) => void };

export function PaymentFilters({ filter, onChange }: Props) {
  const t = useStrings();
  return (
    <ListControls>
      <SearchBox label={t('payments.search')} value={filter.search} onChange={(search) => onChange({ search })} />
      <Choice
        label={t('payments.status')}
        value={filter.status}
        choices={paymentStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label={t('payments.span')}
        value={filter.span}
        choices={spans.map((value) => ({ value, label: t(`payments.span.${value}`) }))}
        onChange={(span) => onChange({ span, from: undefined, to: undefined })}
      />
      {filter.span === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={t(`payments.${end}`)}
            value={filter[end] ?? ''}
            onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value || undefined })}
            w={{ base: 'calc(50% - 6px)', xs: 150 }}
          />
        ))}
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
        choices={paymentSorts.map((value) => ({ value, label: t(`payments.sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
    </ListControls>
  );
}
