/** A screen that could not be shown at all. */
import { Box, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Problem, unreachable } from '../api/problem.ts';
import { useStrings } from '../strings/strings.tsx';
import { useIsOnline } from './is-online.ts';
import { NotFoundPage } from './not-found.tsx';
import { Page } from './page.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export function ProblemPage({ error, reset }: ErrorComponentProps) {
  const t = useStrings();
  const isOnline = useIsOnline();
  // Without a network neither an answer nor the code of a screen arrives.
  const [wasOffline] = useState(!isOnline);
  const isAnswered = error instanceof Problem && error.code !== unreachable;
  const retry = error instanceof Problem ? reset : () => location.reload();
  const isOffline = wasOffline && !isAnswered;
  useEffect(() => {
    if (isOffline && isOnline) retry();
  });
  if (error instanceof Problem && error.status === 404) return <NotFoundPage />;
  if (isOffline) {
    return (
      <ProblemFrame title={t('problem.offline.title')}>
        <Text>{t('problem.offline')}</Text>
      </ProblemFrame>
    );
  }
  return (
    <ProblemFrame title={t(error instanceof Problem ? 'problem.title' : 'problem.crashed.title')}>
      <ProblemNotice isPage error={error} onRetry={retry} />
    </ProblemFrame>
  );
}

function ProblemFrame({ title, children }: { title: string; children: ReactNode }) {
  // Within the shell, the page has its main landmark already.
  const [isInShell] = useState(() => document.getElementById('content') !== null);
  return (
    <Box component={isInShell ? 'div' : 'main'} p="md" maw={720} mx="auto">
      <Page title={title}>{children}</Page>
    </Box>
  );
}
