/** Choosing a format for webhooks, with a sentence on each and an example of what is sent. */
import { Select, Stack, Text } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { formatExamples, type WebhookFormat } from './format-examples.ts';

const formats = Object.keys(formatExamples) as WebhookFormat[];
const shownHeight = 260;

type Props = {
  label: string;
  value: WebhookFormat;
  onChange: (format: WebhookFormat) => void;
};

export function FormatSelect({ label, value, onChange }: Props) {
  const t = useStrings();
  return (
    <Select
      label={label}
      description={t(`webhooks.format.${value}.hint`)}
      data={formats.map((format) => ({ value: format, label: t(`webhooks.format.${format}`) }))}
      allowDeselect={false}
      value={value}
      onChange={(format) => format !== null && onChange(format as WebhookFormat)}
    />
  );
}

type Preview = { format: WebhookFormat; header: string; prefix: string };

/** The headers that a receiver checks, and the body of a payment that was paid. */
export function FormatPreview({ format, header, prefix }: Preview) {
  const t = useStrings();
  const { headers, body } = formatExamples[format];
  const lines = ['webhook-signature: v1,…', ...headers, ...(header === '' ? [] : [`${header}: ${prefix}5f3a…`])];
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t('webhooks.preview')}
      </Text>
      {format === 'zerth' && (
        <Text size="xs" c="dimmed">
          {t('webhooks.preview.encrypted')}
        </Text>
      )}
      <Snippet
        text={`${lines.join('\n')}\n\n${JSON.stringify(body, null, 2)}`}
        what={t('webhooks.preview')}
        maxHeight={shownHeight}
      />
    </Stack>
  );
}
