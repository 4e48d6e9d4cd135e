/** A problem beside what it concerns, with the id that support needs and, for a read, a way to try again. */
import { Alert, Button, Card, Code, Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { problemOf } from '../api/problem.ts';
import { useStrings } from '../strings/strings.tsx';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';
import { useProblemWords } from './problem-words.ts';

/** Problems can come on any screen, and their ids are rare: the button is loaded with the first of them. */
const Copyable = lazy(async () => ({ default: (await import('./copyable.tsx')).Copyable }));

type Props = {
  error: unknown;
  /** Set for a failed read. */
  onRetry?: () => void;
  /** Why it may not be there. */
  missing?: string;
  /** The page is titled so already. */
  isPage?: boolean;
};

export function ProblemNotice({ error, onRetry, missing, isPage = false }: Props) {
  const t = useStrings();
  const wordsOf = useProblemWords();
  const problem = problemOf(error);
  const titles: Record<string, string> = {
    forbidden: t('problem.forbidden.title'),
    not_found: t('problem.notFound.title'),
  };
  const isOurs = problem.status === 0 || problem.status >= 500;
  // Trying again helps with neither: the screen is empty, and says why.
  if (onRetry !== undefined && problem.code === 'not_found') {
    return (
      <Card withBorder role="alert">
        <EmptyState icon="search" title={t('problem.notFound.title')} text={missing ?? t('problem.notFound')} />
      </Card>
    );
  }
  if (onRetry !== undefined && problem.code === 'forbidden') {
    return (
      <Card withBorder role="alert">
        <EmptyState icon="lock" title={t('problem.forbidden.title')} text={t('problem.forbidden')} />
      </Card>
    );
  }
  return (
    <Alert
      role="alert"
      color={isOurs ? 'red' : 'yellow'}
      variant="light"
      icon={<Icon name="alert-triangle" />}
      title={titles[problem.code] ?? (onRetry !== undefined && !isPage ? t('problem.title') : undefined)}
    >
      <Text size="sm">{wordsOf(problem, onRetry !== undefined)}</Text>
      {isOurs && problem.requestId !== undefined && (
        <Group gap={6} mt="xs">
          <Text size="xs" c="dimmed">
            {t('problem.requestId')}
          </Text>
          <Suspense fallback={<Code fz="xs">{problem.requestId}</Code>}>
            <Copyable value={problem.requestId} what={t('problem.requestId')} />
          </Suspense>
        </Group>
      )}
      {onRetry !== undefined && (
        <Button mt="sm" size="xs" variant="default" leftSection={<Icon name="refresh" size={14} />} onClick={onRetry}>
          {t('app.retry')}
        </Button>
      )}
    </Alert>
  );
}
