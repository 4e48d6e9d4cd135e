/** Until when a dispute has to be responded to; marked when it is near. */
import type { Dispute } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';

/** A deadline this near is a matter for today. */
const nearMs = 7 * 24 * 60 * 60_000;

export function Deadline({
  dispute: { status, evidence_due_at: due },
}: {
  dispute: Pick<Dispute, 'status' | 'evidence_due_at'>;
}) {
  const t = useStrings();
  if (due === null || status !== 'needs_response') return t('app.none');
  const isNear = Date.parse(due) - Date.now() < nearMs;
  return isNear ? (
    <Flag tone="failed">
      <Instant at={due} day />
    </Flag>
  ) : (
    <Instant at={due} day />
  );
}
