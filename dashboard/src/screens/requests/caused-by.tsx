/** The request that caused an event: its ID, and for a company or a shop the way to its page. */
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';

export function CausedBy({ requestId }: { requestId: string }) {
  const t = useStrings();
  const { holder, holderId, mode } = useBook();
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('requests.id')}
      </Text>
      <Copyable value={requestId} what={t('requests.id')} />
      {(holder.kind === 'company' || holder.kind === 'merchant') && (
        <Link to="/h/$holderId/$mode/developers/requests/$id" params={{ holderId, mode, id: requestId }}>
          {t('requests.open')}
        </Link>
      )}
    </Group>
  );
}
