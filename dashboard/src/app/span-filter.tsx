/** Narrows a list to a time, and to the currency that a figure led here with. */
import { Text, TextInput } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Choice } from '../ui/list-controls.tsx';
import { readersZone, spans } from './list-span.ts';

type Days = { from?: string | undefined; to?: string | undefined };
type Span = Days & { span?: (typeof spans)[number] | undefined };

export function SpanFilter({ filter, onChange }: { filter: Span; onChange: (change: Span) => void }) {
  const t = useStrings();
  return (
    <>
      <Choice
        label={t('payments.span')}
        value={filter.span}
        choices={spans.map((value) => ({ value, label: t(`payments.span.${value}`) }))}
        onChange={(span) => onChange({ span, from: undefined, to: undefined })}
      />
      {filter.span === 'custom' && <DayFields days={filter} onChange={onChange} />}
      {filter.span !== undefined && (
        <Text size="xs" c="dimmed">
          {t('payments.zone', { zone: readersZone() })}
        </Text>
      )}
    </>
  );
}

/** The first and the last day. */
export function DayFields({ days, onChange }: { days: Days; onChange: (change: Days) => void }) {
  const t = useStrings();
  return (['from', 'to'] as const).map((end) => (
    <TextInput
      key={end}
      type="date"
      aria-label={t(`payments.${end}`)}
      value={days[end] ?? ''}
      onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value || undefined })}
      w={{ base: 'calc(50% - 6px)', xs: 150 }}
    />
  ));
}

type Currency = { currency?: string | undefined };

export function CurrencyFilter({ filter, onChange }: { filter: Currency; onChange: (change: Currency) => void }) {
  const t = useStrings();
  const { currency } = filter;
  if (currency === undefined) return null;
  return (
    <Choice
      label={t('app.currency')}
      value={currency}
      choices={[{ value: currency, label: currency }]}
      onChange={(chosen) => onChange({ currency: chosen })}
    />
  );
}
