/** A screen that could not be shown at all. */
import { Box } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../api/problem.ts';
import { useStrings } from '../strings/strings.tsx';
import { NotFoundPage } from './not-found.tsx';
import { Page } from './page.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export function ProblemPage({ error, reset }: ErrorComponentProps) {
  const t = useStrings();
  if (error instanceof Problem && error.status === 404) return <NotFoundPage />;
  const title = error instanceof Problem ? t('problem.title') : t('problem.crashed.title');
  return (
    <Box component="main" p="md" maw={720} mx="auto">
      <Page title={title}>
        <ProblemNotice isPage error={error} onRetry={error instanceof Problem ? reset : () => location.reload()} />
      </Page>
    </Box>
  );
}
