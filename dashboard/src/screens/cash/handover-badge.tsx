/** Where a handover stands, in one word. */
import type { CashHandover } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';

const tones = { waiting: 'waiting', posted: 'done', declined: 'failed', withdrawn: 'neutral' } as const;

type Of = Pick<CashHandover, 'kind' | 'status' | 'topup_id'>;

export function HandoverBadge({ of: { kind, status, topup_id: topUpId } }: { of: Of }) {
  const t = useStrings();
  // What one side says alone, or the bank, nobody confirms.
  const unconfirmed = topUpId !== null ? 'received' : kind !== 'handed_over' ? 'recorded' : status;
  const word = status === 'posted' ? unconfirmed : status;
  return <ToneBadge tone={tones[status]}>{t(`cash.status.${word}`)}</ToneBadge>;
}
