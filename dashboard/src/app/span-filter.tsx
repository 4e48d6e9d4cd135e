/** Narrows a list to a time, and to the currency that a figure led here with. */
import { Text, TextInput } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Choice } from '../ui/list-controls.tsx';
import { isInstant } from './list-filters.ts';
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

/** As an input has it, where the reader is: `2026-11-25T14:00`. */
function localTime(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The first and the last day, or two instants where a figure of an hour led here. */
type DayProps = {
  days: Days;
  onChange: (change: Days) => void;
  /** Its name stands above it, in a row of such fields. */
  isLabeled?: boolean;
};

export function DayFields({ days, onChange, isLabeled = false }: DayProps) {
  const t = useStrings();
  return (['from', 'to'] as const).map((end) => {
    const value = days[end] ?? '';
    const isTimed = isInstant(value);
    return (
      <TextInput
        key={end}
        type={isTimed ? 'datetime-local' : 'date'}
        {...(isLabeled ? { label: t(`payments.${end}`) } : { 'aria-label': t(`payments.${end}`) })}
        value={isTimed ? localTime(value) : value}
        onChange={({ currentTarget: { value: typed } }) =>
          onChange({ [end]: (isTimed && typed !== '' ? new Date(typed).toISOString() : typed) || undefined })
        }
        w={isLabeled ? '100%' : { base: 'calc(50% - 6px)', xs: isTimed ? 210 : 150 }}
      />
    );
  });
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
