/** Where an amount came from, where it is now, what proves it, and what holds of it. */
import { Alert, Box, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { PlaceAbove } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Above } from './above.tsx';
import { CheckList } from './check-list.tsx';
import { EdgeTable } from './edge-table.tsx';
import { Headline } from './headline.tsx';
import { Lines } from './lines.tsx';
import { Parts } from './parts.tsx';
import { Picture } from './picture.tsx';
import { useSubjectWords } from './subject-words.ts';
import { ownIdOf, useTraceTitle } from './trace-title.ts';

export function Trace() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/traces/$id' });
  const { holderId, mode, holder, api } = useBook();
  const path = { params: { path: { id } } };
  const query = useQuery({
    queryKey: ['traces', holderId, mode, id],
    queryFn: () =>
      holder.kind === 'service'
        ? dataOf(api.GET('/api/v1/operator/traces/{id}', path))
        : dataOf(api.GET('/api/v1/traces/{id}', path)),
  });
  const subjectOf = useSubjectWords();
  const titleOf = useTraceTitle();
  const subject = query.data && subjectOf(query.data, id);
  const title = subject?.title ?? (query.data === undefined ? t('trace.title') : titleOf(query.data));
  return (
    <>
      <Box mih={36}>
        {query.data !== undefined && <Above trace={query.data} asked={id} />}
        {query.isError && <PlaceAbove />}
      </Box>
      <Page title={title} note={query.isSuccess && <Headlines trace={query.data} />}>
        {query.isPending && <Loading heights={[220, 320]} />}
        {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && <Shown trace={query.data} none={subject?.none ?? t('trace.none.title')} />}
      </Page>
    </>
  );
}

function Headlines({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  const id = ownIdOf(trace);
  return (
    <>
      {trace.edges.length > 0 && <Headline nodes={trace.nodes} />}
      {id !== undefined && (
        <Text size="xs" component="div" mt={4}>
          <Copyable value={id} what={t('trace.id')} />
        </Text>
      )}
    </>
  );
}

/** @param none says that no money has moved, where none has. */
function Shown({ trace, none }: { trace: MoneyTrace; none: string }) {
  const t = useStrings();
  const { holder } = useBook();
  // Who only looks where their money is reads the proof if they want to.
  const provesAll = holder.kind === 'service' || holder.kind === 'company';
  if (trace.edges.length === 0) {
    return (
      <Card withBorder>
        <EmptyState icon="coins" title={none} text={t('trace.none.text')} />
      </Card>
    );
  }
  return (
    <>
      {trace.gaps.map((gap) => (
        <Alert key={gap} variant="light" color="yellow" icon={<Icon name="alert-triangle" />}>
          {t(`trace.gap.${gap}`)}
        </Alert>
      ))}
      <Panel title={t('trace.picture')}>
        <Picture trace={trace} />
      </Panel>
      <Panel title={t('trace.transfers')} isFlush>
        <EdgeTable trace={trace} />
      </Panel>
      {trace.bank_lines.length > 0 && (
        <Panel title={t('trace.lines')}>
          <Lines lines={trace.bank_lines} />
        </Panel>
      )}
      {trace.checks.length > 0 && provesAll && (
        <Panel title={t('trace.checks')}>
          <CheckList checks={trace.checks} />
        </Panel>
      )}
      {trace.has_parts && (
        <Stack gap="sm">
          <Title order={2} size="h3">
            {t(trace.trace.startsWith('payout:') ? 'trace.parts.payout' : 'trace.parts')}
          </Title>
          <Parts id={trace.trace} />
        </Stack>
      )}
      {trace.checks.length > 0 && !provesAll && (
        <Card withBorder component="details">
          <summary>{t('trace.checks')}</summary>
          <CheckList checks={trace.checks} />
        </Card>
      )}
    </>
  );
}
