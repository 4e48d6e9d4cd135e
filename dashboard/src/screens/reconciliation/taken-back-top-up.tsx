/** The credited top-up that a line takes back, and reversing it with the line. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StatementLine } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { TakeBackDialog } from '../operator/take-back-dialog.tsx';

type Props = { line: StatementLine; topUp: NonNullable<StatementLine['takes_back']> };

export function TakenBackTopUp({ line, topUp }: Props) {
  const t = useStrings();
  const money = useMoney();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t('recon.takesBack', { amount: money(topUp.amount, topUp.currency), name: topUp.holder.name })}
        </Text>
        {may('top_ups.reverse') && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('recon.takesBack.do')}
          </Button>
        )}
      </Stack>
      {isOpen && <TakeBackDialog topUp={topUp} line={line} onClose={() => setOpen(false)} />}
    </Alert>
  );
}
