/** Where a handover stands, in one word. */
import type { CashHandover } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';

const tones = { waiting: 'waiting', posted: 'done', declined: 'failed', withdrawn: 'neutral' } as const;

export function HandoverBadge({ of: { kind, status } }: { of: Pick<CashHandover, 'kind' | 'status'> }) {
  const t = useStrings();
  // What one side says alone, nobody confirms.
  const word = status === 'posted' && kind !== 'handed_over' ? 'recorded' : status;
  return <ToneBadge tone={tones[status]}>{t(`cash.status.${word}`)}</ToneBadge>;
}
