/** Where an amount came from, where it is now, what proves it, and what holds of it. */
import { Alert, Box, Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { PlaceAbove } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
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
import { shortened, useSubjectWords } from './subject-words.ts';

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
  const reference = query.data?.reference ?? null;
  const subject = query.data && subjectOf(query.data, id);
  const title =
    subject !== undefined
      ? t('trace.titleOfSubject', { subject })
      : reference === null
        ? t('trace.title')
        : t('trace.titleOf', { reference: shortened(reference) });
  return (
    <>
      <Box mih={36}>
        {query.data !== undefined && <Above trace={query.data} asked={id} />}
        {query.isError && <PlaceAbove />}
      </Box>
      <Page title={title} note={query.isSuccess && <Headlines trace={query.data} />}>
        {query.isPending && <Loading heights={[220, 320]} />}
        {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && <Shown trace={query.data} subject={subject} />}
      </Page>
    </>
  );
}

const Headlines = ({ trace }: { trace: MoneyTrace }) =>
  trace.edges.length === 0 ? null : <Headline nodes={trace.nodes} />;

function Shown({ trace, subject }: { trace: MoneyTrace; subject: string | undefined }) {
  const t = useStrings();
  if (trace.edges.length === 0) {
    return (
      <Card withBorder>
        <EmptyState
          icon="coins"
          title={subject === undefined ? t('trace.none.title') : t('trace.none.titleOf', { subject })}
          text={t('trace.none.text')}
        />
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
      {trace.checks.length > 0 && (
        <Panel title={t('trace.checks')}>
          <CheckList checks={trace.checks} />
        </Panel>
      )}
      {trace.has_parts && (
        <Stack gap="sm">
          <Title order={2} size="h3">
            {t('trace.parts')}
          </Title>
          <Parts id={trace.trace} />
        </Stack>
      )}
    </>
  );
}
