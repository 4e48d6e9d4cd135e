/** Until when a dispute has to be responded to. */
import type { Dispute } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Due } from '../../ui/due.tsx';

export function Deadline({
  dispute: { status, evidence_due_at: due },
}: {
  dispute: Pick<Dispute, 'status' | 'evidence_due_at'>;
}) {
  const t = useStrings();
  if (due === null || status !== 'needs_response') return t('app.none');
  return <Due at={due} day />;
}
