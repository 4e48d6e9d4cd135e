/** What accepting an invitation means, in four lines. */
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { OpenedInvitation } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';

const points = [
  ['coins', 'invited.share'],
  ['receipt-refund', 'invited.refund'],
  ['eye', 'invited.sees'],
  ['link', 'invited.end'],
] as const satisfies readonly (readonly [IconName, string])[];

export function Offer({ opened: { company, type, modes, expires_at: until } }: { opened: OpenedInvitation }) {
  const t = useStrings();
  const intl = useIntl();
  return (
    <Stack gap="sm">
      {points.map(([icon, text]) => (
        <Group key={text} gap="sm" wrap="nowrap" align="flex-start">
          <Text component="span" c="accent" lh={1} mt={1}>
            <Icon name={icon} />
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{t(text, { company, type })}</Text>
        </Group>
      ))}
      {!modes.includes('live') && (
        <Alert variant="light" color="yellow" icon={<Icon name="info-circle" />}>
          {t('invited.testOnly', { company })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('invited.until', { until: intl.formatDate(until, { dateStyle: 'long' }) })}
      </Text>
    </Stack>
  );
}
