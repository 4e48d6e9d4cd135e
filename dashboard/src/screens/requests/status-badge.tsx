/** The HTTP status of an answer. */
import { ToneBadge } from '../../ui/state-badge.tsx';

const clientErrorMin = 400;
const serverErrorMin = 500;

export const StatusBadge = ({ status }: { status: number }) => (
  <ToneBadge tone={status < clientErrorMin ? 'done' : status < serverErrorMin ? 'waiting' : 'failed'}>
    {String(status)}
  </ToneBadge>
);
