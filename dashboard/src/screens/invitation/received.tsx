/** Open invitations to the person's own address, above what they came for. They need no mail. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { apiOf, dataOf } from '../../api/client.ts';
import type { ReceivedInvitation } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { received } from './use-invitation.ts';

/** Nothing, while there are none or they can't be read: the screen below is what was asked for. */
export function Received() {
  const { data = [] } = useQuery({
    queryKey: [received],
    queryFn: () => dataOf(apiOf().GET('/api/v1/received-invitations')),
  });
  if (data.length === 0) return null;
  return (
    <Stack gap="xs">
      {data.map((one) => (
        <OneReceived key={one.invitation_id} invitation={one} />
      ))}
    </Stack>
  );
}

function OneReceived({ invitation }: { invitation: ReceivedInvitation }) {
  const t = useStrings();
  const intl = useIntl();
  const { invitation_id: id, company, type, expires_at: end } = invitation;
  return (
    <Alert variant="light" icon={<Icon name="mail" />} title={t('received.title', { company, type })}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('received.text', { until: intl.formatDate(end, { dateStyle: 'medium' }) })}</Text>
        <Button
          size="xs"
          aria-label={t('received.lookAt', { company })}
          renderRoot={(props) => <Link to="/invitations/$token" params={{ token: id }} {...props} />}
        >
          {t('received.look')}
        </Button>
      </Group>
    </Alert>
  );
}
