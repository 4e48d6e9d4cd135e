/** What the statement says, and the note that someone left on it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StatementLine } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { Flag } from '../../ui/flag.tsx';
import { NoteDialog } from './note-dialog.tsx';
import classes from './reconciliation.module.css';

export function LineSide({ line }: { line: StatementLine }) {
  const t = useStrings();
  const may = useMay();
  const [isNoting, setNoting] = useState(false);
  return (
    <Stack gap={6} mt={2}>
      <Text className={classes.text ?? ''}>{line.reference === '' ? t('recon.noText') : line.reference}</Text>
      <Text size="xs" c="dimmed" component="div">
        <CalendarDay of={line.booked_on} /> ·{' '}
        {t('recon.where', { file: line.statement.file_name, line: line.line_number })}
      </Text>
      {line.note !== null && (
        <Text size="sm" className={classes.note ?? ''}>
          {line.note}
        </Text>
      )}
      <Group gap="xs">
        {line.rules_off && <Flag tone="neutral">{t('recon.rulesOff')}</Flag>}
        {may('reconciliation.note') && (
          <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setNoting(true)}>
            {t(line.note === null ? 'recon.note.add' : 'recon.note.edit')}
          </Button>
        )}
      </Group>
      {isNoting && <NoteDialog line={line} onClose={() => setNoting(false)} />}
    </Stack>
  );
}
