/** Where an amount came from, where it is now, what proves it, and what holds of it. */
import { Alert, Box, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { traceQuery } from '../../app/trace-query.ts';
import { PlaceAbove } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Folds } from '../../ui/folds.tsx';
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
import { OwnPayoutState } from './own-payout-state.tsx';
import { Parts } from './parts.tsx';
import { PayoutState } from './payout-state.tsx';
import { Picture } from './picture.tsx';
import { ownIdOf, useTraceTitle } from './trace-title.ts';

export function Trace() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/traces/$id' });
  const { holderId, mode, holder } = useBook();
  const query = useQuery(traceQuery({ holderId, mode }, holder, id));
  const wordsOf = useTraceTitle();
  const words = query.data && wordsOf(query.data, id);
  return (
    <>
      <Box mih={36}>
        {query.data !== undefined && <Above trace={query.data} asked={id} />}
        {query.isError && <PlaceAbove />}
      </Box>
      <Page title={words?.title ?? t('trace.title')} note={query.isSuccess && <Headlines trace={query.data} />}>
        {query.isPending && <Loading heights={[220, 320]} />}
        {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && <Shown trace={query.data} none={words?.none ?? ''} />}
      </Page>
    </>
  );
}

function Headlines({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  const { holder } = useBook();
  const id = ownIdOf(trace);
  return (
    <>
      {trace.payout !== null &&
        (holder.kind === 'service' ? (
          <PayoutState payout={trace.payout} />
        ) : (
          <OwnPayoutState id={id} payout={trace.payout} />
        ))}
      {trace.edges.length > 0 && <Headline trace={trace} />}
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
      {holder.kind === 'service' || holder.kind === 'company' ? <InFull trace={trace} /> : <InShort trace={trace} />}
    </>
  );
}

function InFull({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  return (
    <>
      <Panel title={t('trace.transfers')} isFlush>
        <EdgeTable trace={trace} />
      </Panel>
      <BankLines trace={trace} />
      {trace.checks.length > 0 && (
        <Panel title={t('trace.checks')}>
          <CheckList checks={trace.checks} />
        </Panel>
      )}
      <MadeOf trace={trace} />
    </>
  );
}

/** Who only looks where their money is reads the transfers and the proof if they want to. */
function InShort({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  const transfers = { key: 'transfers', title: t('trace.transfers'), children: <EdgeTable trace={trace} /> };
  const checks = { key: 'checks', title: t('trace.checks'), children: <CheckList checks={trace.checks} /> };
  return (
    <>
      <MadeOf trace={trace} />
      <BankLines trace={trace} />
      <Folds folds={trace.checks.length > 0 ? [transfers, checks] : [transfers]} />
    </>
  );
}

function BankLines({ trace: { bank_lines: lines } }: { trace: MoneyTrace }) {
  const t = useStrings();
  if (lines.length === 0) return null;
  return (
    <Panel title={t('trace.lines')}>
      <Lines lines={lines} />
    </Panel>
  );
}

function MadeOf({ trace: { trace, has_parts: hasParts } }: { trace: MoneyTrace }) {
  const t = useStrings();
  if (!hasParts) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t(trace.startsWith('payout:') ? 'trace.parts.payout' : 'trace.parts')}
      </Title>
      <Parts id={trace} />
    </Stack>
  );
}
