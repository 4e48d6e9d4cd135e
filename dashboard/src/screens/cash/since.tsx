/** Since when cash is held: the day, and how long ago that was. */
import { useIntl } from 'react-intl';
import { Instant } from '../../ui/instant.tsx';
import { useNow } from '../../ui/use-now.ts';

export const dayMs = 24 * 3_600_000;

export function Since({ at }: { at: string }) {
  const intl = useIntl();
  const days = Math.floor((useNow() - Date.parse(at)) / dayMs);
  return (
    <>
      <Instant at={at} day />
      {/* The clock of the company that it is owed to may be ahead. */}
      {days >= 0 && ` · ${intl.formatRelativeTime(-days, 'day', { numeric: 'auto' })}`}
    </>
  );
}
