/** How a restaurant or a courier gets an account: by the invitation of the platform that pays them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';

export function PaidByPlatform({ onBack }: { onBack: () => void }) {
  const t = useStrings();
  const { person } = useSession();
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>{t('newAccount.payee.how.text', { email: person.email })}</Text>
      <Text c="dimmed">{t('newAccount.payee.how.other')}</Text>
      <Group>
        <Button variant="default" onClick={onBack}>
          {t('newAccount.back')}
        </Button>
      </Group>
    </Stack>
  );
}
