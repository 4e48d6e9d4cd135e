/** What proves that money entered or left the service. */
import { Text } from '@mantine/core';
import type { TraceNode } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';

const words = { proven: 'trace.proven', waiting: 'trace.waiting', test_mode: 'trace.testMode' } as const;
const icons = { proven: 'circle-check', waiting: 'clock', test_mode: 'info-circle' } as const;

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
  return (
    <Text size="xs" c={proof === 'proven' ? 'var(--tone-done)' : 'dimmed'} lineClamp={2}>
      <Icon name={icons[proof]} size={12} /> {t(words[proof])}
    </Text>
  );
}
