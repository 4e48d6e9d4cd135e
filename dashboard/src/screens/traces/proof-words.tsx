/** What proves that money entered or left the service. */
import { Text } from '@mantine/core';
import type { TraceNode } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';

const words = { proven: 'trace.proven', waiting: 'trace.waiting', test_mode: 'trace.testMode' } as const;

export function ProofWords({ node: { proof, is_followed: isFollowed } }: { node: TraceNode }) {
  const t = useStrings();
  if (!isFollowed) {
    return (
      <Text size="xs" c="dimmed">
        {t('trace.unfollowed')}
      </Text>
    );
  }
  if (proof === null) return null;
  const isProven = proof === 'proven';
  return (
    <Text size="xs" c={isProven ? 'var(--tone-done)' : 'dimmed'} truncate="end" title={t(words[proof])}>
      <Icon name={isProven ? 'circle-check' : 'clock'} size={12} /> {t(words[proof])}
    </Text>
  );
}
