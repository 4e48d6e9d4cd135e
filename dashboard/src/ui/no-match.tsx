/** Shown instead of a list that its filters leave empty, with the way back to all of it. */
import { Button } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { EmptyState } from './empty-state.tsx';

export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  const t = useStrings();
  return (
    <EmptyState
      icon="search"
      title={title}
      text={t('payments.noMatch.text')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('app.clearFilters')}
        </Button>
      }
    />
  );
}
