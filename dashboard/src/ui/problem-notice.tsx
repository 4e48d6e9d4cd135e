/** A problem beside what it concerns, with the id that support needs and, for a read, a way to try again. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { problemOf } from '../api/problem.ts';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { useProblemWords } from './problem-words.ts';

/** Problems can come on any screen, and their ids are rare: the button is loaded with the first of them. */
const Copyable = lazy(async () => ({ default: (await import('./copyable.tsx')).Copyable }));

export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useStrings();
  const wordsOf = useProblemWords();
  const problem = problemOf(error);
  const titles: Record<string, string> = {
    forbidden: t('problem.forbidden.title'),
    not_found: t('problem.notFound.title'),
  };
  const isOurs = problem.status === 0 || problem.status >= 500;
  // Trying again never helps who has not the right.
  const retry = problem.code === 'forbidden' ? undefined : onRetry;
  return (
    <Alert
      role="alert"
      color={isOurs ? 'red' : 'yellow'}
      variant="light"
      icon={<Icon name="alert-triangle" />}
      title={titles[problem.code]}
    >
      <Text size="sm">{wordsOf(problem)}</Text>
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
      {retry !== undefined && (
        <Button mt="sm" size="xs" variant="default" leftSection={<Icon name="refresh" size={14} />} onClick={retry}>
          {t('app.retry')}
        </Button>
      )}
    </Alert>
  );
}
