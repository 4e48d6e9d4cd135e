/** The months of a source: what is open in each, closing one, and reopening the last that is closed. */
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { StatementMonth } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarMonth, useMonth } from '../../ui/calendar-month.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { CardFacts } from '../../ui/list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ReasonDialog } from '../operator/reason-dialog.tsx';
import classes from './reconciliation.module.css';
import type { Source } from './types.ts';

export function Months({ source }: { source: Source }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const [reopening, setReopening] = useState<string>();
  const query = useQuery({
    queryKey: ['operator', 'reconciliation', 'months', holderId, mode, source],
    queryFn: () => dataOf(api.GET('/api/v1/operator/statement-months', { params: { query: { source } } })),
  });
  const close = useMutation({
    mutationFn: (month: string) =>
      dataOf(
        api.POST('/api/v1/operator/statement-months/{month}/close', { params: { path: { month } }, body: { source } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const months = query.data ?? [];
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (months.length === 0) return null;
  const lastClosed = months.find(({ closed }) => closed)?.month;
  const actOf = (one: StatementMonth) => (
    <Act
      key="act"
      source={source}
      month={one}
      isLastClosed={one.month === lastClosed}
      isClosing={close.isPending && close.variables === one.month}
      onClose={() => close.mutate(one.month)}
      onReopen={() => setReopening(one.month)}
    />
  );
  return (
    <Panel title={t('recon.months')} isFlush>
      {close.isError && <ProblemNotice error={close.error} />}
      <Rows months={months} actOf={actOf} />
      <Text size="xs" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="sm">
        {t('recon.months.text')}
      </Text>
      {reopening !== undefined && <Reopen month={reopening} source={source} onClose={() => setReopening(undefined)} />}
    </Panel>
  );
}

type RowsProps = { months: readonly StatementMonth[]; actOf: (month: StatementMonth) => ReactNode };

/** On a phone as rows of a list. */
function Rows({ months, actOf }: RowsProps) {
  const t = useStrings();
  if (useIsPhone()) {
    return (
      <ul className={classes.months} aria-label={t('recon.months.table')}>
        {months.map((one) => (
          <li key={one.month}>
            <CardFacts
              title={<CalendarMonth of={one.month} />}
              amount={<State month={one} />}
              below={
                <>
                  <span>{t('recon.month.lines', { count: one.lines })}</span>
                  <span>{t('recon.statement.open', { count: one.open })}</span>
                </>
              }
              when={actOf(one)}
            />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Figures
      isFlush
      label={t('recon.months.table')}
      heads={[
        { title: t('recon.month') },
        { title: t('recon.statement.lines'), align: 'end' },
        { title: t('recon.report.openLines'), align: 'end' },
        { title: t('recon.status') },
        { title: t('recon.month.act') },
      ]}
      rows={months.map((one) => ({
        key: one.month,
        cells: [
          <CalendarMonth key="month" of={one.month} />,
          one.lines,
          one.open,
          <State key="state" month={one} />,
          actOf(one),
        ],
      }))}
    />
  );
}

type ActProps = {
  source: Source;
  month: StatementMonth;
  isLastClosed: boolean;
  isClosing: boolean;
  onClose: () => void;
  onReopen: () => void;
};

/** A month with open lines can't be closed before they are dealt with. */
function Act({ source, month: { closed, open }, isLastClosed, isClosing, onClose, onReopen }: ActProps) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  if (closed) {
    if (!isLastClosed || !may('reconciliation.reopen_month')) return null;
    return (
      <Button size="xs" variant="default" onClick={onReopen}>
        {t('recon.month.reopen')}
      </Button>
    );
  }
  if (open > 0) {
    return (
      <Link to="/h/$holderId/$mode/operator/reconciliation" params={{ holderId, mode }} search={{ source }}>
        {t('recon.month.review', { count: open })}
      </Link>
    );
  }
  if (!may('reconciliation.close_month')) return null;
  return (
    <Button size="xs" variant="default" loading={isClosing} onClick={onClose}>
      {t('recon.month.close')}
    </Button>
  );
}

function Reopen({ month, source, onClose }: { month: string; source: Source; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const monthOf = useMonth();
  const params = { path: { month } };
  return (
    <ReasonDialog
      title={t('recon.month.reopen.title', { month: monthOf(month) })}
      text={t('recon.month.reopen.text')}
      label={t('recon.book.reason')}
      action={t('recon.month.reopen')}
      send={(reason) =>
        dataOf(api.POST('/api/v1/operator/statement-months/{month}/reopen', { params, body: { source, reason } }))
      }
      onClose={onClose}
    />
  );
}

/** Who closed it, and when. */
function State({ month: { closed, closed_at, closed_by } }: { month: StatementMonth }) {
  const t = useStrings();
  if (!closed) return <Flag tone="neutral">{t('recon.month.open')}</Flag>;
  return (
    <Text component="div" size="sm">
      <Flag tone="done">{t('recon.month.closed')}</Flag> {closed_by}{' '}
      {closed_at !== null && <Instant at={closed_at} day />}
    </Text>
  );
}
