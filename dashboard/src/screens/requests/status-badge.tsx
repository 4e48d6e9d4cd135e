/** The HTTP status of an answer. */
import { ToneBadge } from '../../ui/state-badge.tsx';

const serverErrorMin = 500;

export const StatusBadge = ({ status }: { status: number }) => (
  <ToneBadge tone={status >= serverErrorMin ? 'failed' : 'waiting'}>{String(status)}</ToneBadge>
);
