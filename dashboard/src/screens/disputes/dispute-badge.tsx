/** How a dispute stands, in one word. */
import { useStrings } from '../../strings/strings.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';

const tones = { needs_response: 'waiting', under_review: 'active', won: 'done', lost: 'failed' } as const;

export function DisputeBadge({ status }: { status: keyof typeof tones }) {
  const t = useStrings();
  return <ToneBadge tone={tones[status]}>{t(`dispute.status.${status}`)}</ToneBadge>;
}
