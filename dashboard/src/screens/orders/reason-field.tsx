/** The reason for holding orders, for the company's own eyes. */
import { Textarea } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';

const reasonMax = 255;

export function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useStrings();
  return (
    <Textarea
      label={t('orders.reason')}
      description={t('orders.reason.note')}
      maxLength={reasonMax}
      autosize
      minRows={2}
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
