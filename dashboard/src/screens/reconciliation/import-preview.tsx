/** What an import would do: how many lines, what matches, what does not; and the button that does it. */
import { Button, Group, SimpleGrid, Table, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { FormattedDate } from 'react-intl';
import { useStrings } from '../../strings/strings.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import classes from './reconciliation.module.css';
import type { ImportBody, ImportResult } from './types.ts';

type Props = {
  result: ImportResult;
  keep: UseMutationResult<ImportResult, Error, ImportBody>;
  onKeep: () => void;
};

export function ImportPreview({ result, keep, onKeep }: Props) {
  const t = useStrings();
  const { lines, open, repeated, empty, ambiguous, first } = result;
  const left = lines - first.length;
  return (
    <Panel title={t('recon.step.preview')}>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <FactCard label={t('recon.preview.lines')} value={lines} note={t('recon.preview.empty', { empty })} />
        <FactCard label={t('recon.preview.matched')} value={lines - open} />
        <FactCard label={t('recon.preview.open')} value={open} note={t('recon.preview.ambiguous', { ambiguous })} />
        <FactCard label={t('recon.preview.repeated')} value={repeated} note={t('recon.preview.repeated.text')} />
      </SimpleGrid>
      {first.length > 0 && (
        <Table.ScrollContainer
          minWidth={520}
          mb="md"
          type="native"
          tabIndex={0}
          role="region"
          aria-label={t('recon.preview.table')}
        >
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('recon.line')}</Table.Th>
                <Table.Th>{t('recon.column.date')}</Table.Th>
                <Table.Th ta="right">{t('recon.column.amount')}</Table.Th>
                <Table.Th>{t('recon.column.reference')}</Table.Th>
                <Table.Th>{t('recon.side.books')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {first.map((line) => (
                <Table.Tr key={line.line_number}>
                  <Table.Td>{line.line_number}</Table.Td>
                  <Table.Td>
                    <FormattedDate value={`${line.booked_on}T00:00:00Z`} timeZone="UTC" dateStyle="medium" />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Money amount={line.amount} currency={line.currency} signed />
                  </Table.Td>
                  <Table.Td className={classes.text ?? ''}>{line.reference}</Table.Td>
                  <Table.Td>
                    {line.transfer === null ? (
                      <Flag tone="waiting">{t('recon.preview.nothing')}</Flag>
                    ) : (
                      <>
                        {t(`code.${line.transfer.code}`)}
                        <Text size="xs" c="dimmed">
                          {line.transfer.holder.name}
                        </Text>
                      </>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
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
