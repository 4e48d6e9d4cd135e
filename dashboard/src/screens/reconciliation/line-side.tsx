/** What the statement says, and the note that someone left on it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StatementLine } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Flag } from '../../ui/flag.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Counterparty, textBeside } from './counterparty.tsx';
import { LinePayments } from './line-payments.tsx';
import { NoteDialog } from './note-dialog.tsx';
import classes from './reconciliation.module.css';

export function LineSide({ line }: { line: StatementLine }) {
  const t = useStrings();
  const may = useMay();
  const [isNoting, setNoting] = useState(false);
  const text = line.reference === '' ? t('recon.noText') : textBeside(line);
  return (
    <Stack gap={6} mt={2}>
      <Counterparty name={line.counterparty_name} account={line.counterparty_account} />
      {text !== '' && <Text className={classes.text ?? ''}>{text}</Text>}
      {line.return_reason !== null && <Text size="sm">{t('recon.returnReason', { reason: line.return_reason })}</Text>}
      <Text size="xs" c="dimmed" component="div" className={classes.text ?? ''}>
        <Dotted>
          <span>
            <CalendarDay of={line.booked_on} />
          </span>
          <span>{t('recon.where', { file: line.statement.file_name, line: line.line_number })}</span>
          <MoreFacts line={line} />
        </Dotted>
      </Text>
      {line.note !== null && (
        <Text size="sm" className={classes.note ?? ''}>
          {line.note}
        </Text>
      )}
      <Group gap="xs">
        {line.payments !== null && <LinePayments payments={line.payments} line={line} />}
        {line.reverses && <Flag tone="neutral">{t('recon.reverses')}</Flag>}
        {line.rules_off && <Flag tone="neutral">{t('recon.rulesOff')}</Flag>}
        {may('reconciliation.note') && (
          <Button size="compact-xs" variant="subtle" ms={-8} onClick={() => setNoting(true)}>
            {t(line.note === null ? 'recon.note.add' : 'recon.note.edit')}
          </Button>
        )}
      </Group>
      {isNoting && <NoteDialog line={line} onClose={() => setNoting(false)} />}
    </Stack>
  );
}

function MoreFacts({ line }: { line: StatementLine }) {
  const t = useStrings();
  const money = useMoney();
  return (
    <>
      {line.value_on !== null && line.value_on !== line.booked_on && (
        <span>
          {t('recon.valueOn')} <CalendarDay of={line.value_on} />
        </span>
      )}
      {line.charges !== null && <span>{t('recon.charges', { amount: money(line.charges, line.currency) })}</span>}
    </>
  );
}
