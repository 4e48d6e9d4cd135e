/** Who deals with an exception; nothing while nobody does. */
import type { Exception } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';

export function AssignedTo({ assignee }: Pick<Exception, 'assignee'>) {
  const t = useStrings();
  if (assignee === null) return null;
  return (
    <Flag tone="active">{assignee.is_you ? t('desk.assigned.you') : t('desk.assigned', { name: assignee.name })}</Flag>
  );
}
