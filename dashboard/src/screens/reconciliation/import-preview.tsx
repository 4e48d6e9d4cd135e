/** What an import would do: how many lines, what matches, what does not; and the button that does it. */
import { Alert, Box, Button, Group, SimpleGrid, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { StatementImport } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Figures, FigureText } from '../../ui/figures.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { textBeside } from './counterparty.tsx';
import { Gaps } from './gaps.tsx';
import type { ImportBody } from './types.ts';

type Props = {
  result: StatementImport;
  keep: UseMutationResult<StatementImport, Error, ImportBody>;
  onKeep: () => void;
};

export function ImportPreview({ result, keep, onKeep }: Props) {
  const t = useStrings();
  const {
    lines,
    open,
    repeated,
    completed,
    empty,
    ambiguous,
    undirected,
    directed,
    possible_duplicates: possible,
    gaps,
    first,
  } = result;
  const left = lines - first.length;
  return (
    <Panel title={t('recon.step.preview')}>
      <ReadAs result={result} />
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <FactCard label={t('recon.preview.lines')} value={lines} note={t('recon.preview.empty', { empty })} />
        <FactCard label={t('recon.preview.matched')} value={lines - open} />
        <FactCard label={t('recon.preview.open')} value={open} note={t('recon.preview.ambiguous', { ambiguous })} />
        <FactCard
          label={t('recon.preview.repeated')}
          value={repeated}
          note={t('recon.preview.repeated.text', { completed })}
        />
      </SimpleGrid>
      {undirected > 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('recon.preview.undirected', { count: undirected })}
        </Alert>
      )}
      {possible > 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('recon.preview.possible', { count: possible })}
        </Alert>
      )}
      {directed > 0 && (
        <Alert color="blue" variant="light" mb="md">
          {t('recon.preview.directed', { count: directed })}
        </Alert>
      )}
      <Gaps gaps={gaps} />
      {first.length > 0 && <FirstLines lines={first} />}
      {left > 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t('recon.preview.more', { count: left })}
        </Text>
      )}
      {keep.isError && <ProblemNotice error={keep.error} />}
      <Group justify="flex-end">
        <Button loading={keep.isPending} onClick={onKeep}>
          {t('recon.keep', { count: lines })}
        </Button>
      </Group>
    </Panel>
  );
}

type Line = StatementImport['first'][number];

function FirstLines({ lines }: { lines: readonly Line[] }) {
  const t = useStrings();
  return (
    <Box mb="md">
      <Figures
        label={t('recon.preview.table')}
        heads={[
          { title: t('recon.line') },
          { title: t('recon.column.date') },
          { title: t('recon.column.amount'), align: 'right' },
          { title: t('recon.column.reference') },
          { title: t('recon.side.books') },
        ]}
        rows={lines.map((line) => ({
          key: String(line.line_number),
          cells: [
            line.line_number,
            <CalendarDay key="date" of={line.booked_on} />,
            <Money key="amount" amount={line.amount} currency={line.currency} signed={line.direction !== 'unknown'} />,
            <FigureText key="reference">
              {line.counterparty_name !== null && (
                <Text component="span" display="block" fw={600} inherit>
                  {line.counterparty_name}
                </Text>
              )}
              {textBeside(line)}
            </FigureText>,
            <Match key="match" line={line} />,
          ],
        }))}
      />
    </Box>
  );
}

/** What the service took the file for, where nobody named its columns. */
function ReadAs({ result: { format, account, pending } }: { result: StatementImport }) {
  const t = useStrings();
  if (format === null) return null;
  const parts = [
    t('recon.preview.read', { format }),
    ...(account === '' ? [] : [t('recon.preview.account', { account })]),
  ];
  return (
    <Text size="sm" c="dimmed" mb="md">
      {parts.join(', ')}
      {pending > 0 && `. ${t('recon.preview.pending', { count: pending })}`}
    </Text>
  );
}

function Match({ line: { matches, direction, duplicate } }: { line: Line }) {
  const t = useStrings();
  if (direction === 'unknown') return <Flag tone="waiting">{t('recon.direction.unknown')}</Flag>;
  if (duplicate === 'possible') return <Flag tone="waiting">{t('recon.duplicate.possible')}</Flag>;
  const [transfer] = matches;
  if (transfer === undefined) return <Flag tone="waiting">{t('recon.preview.nothing')}</Flag>;
  return (
    <>
      {t(`code.${transfer.code}`)}
      <Text size="xs" c="dimmed">
        {transfer.holder.name}
      </Text>
    </>
  );
}
