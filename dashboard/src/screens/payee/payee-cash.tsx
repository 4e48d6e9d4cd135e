/** The company's cash that a payee holds, and how it left its hands. Nothing where it never held any. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import type { HeldCash, Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { HandoverBadge } from '../cash/handover-badge.tsx';
import { HandoverWords } from '../cash/handover-words.tsx';
import { Since } from '../cash/since.tsx';

const RecordDialog = lazyOnInput(async () => (await import('../cash/record-dialog.tsx')).RecordDialog);

const TransferDialog = lazyOnInput(async () => (await import('../cash/transfer-dialog.tsx')).TransferDialog);

const shownMax = 5;

export function PayeeCash({ payee: { id, cash } }: { payee: Payee }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const [asked, setAsked] = useState<{ act: 'record' | 'transfer'; row: HeldCash }>();
  const close = () => setAsked(undefined);
  if (cash.length === 0) return null;
  return (
    <Panel
      title={t('payee.cash')}
      actions={
        <Link to="/h/$holderId/$mode/cash" params={{ holderId, mode }}>
          {t('cash.title')}
        </Link>
      }
    >
      <Stack gap="md">
        {cash.map((row) => (
          <Held key={row.currency} row={row} onAsk={(act) => setAsked({ act, row })} />
        ))}
        <Handovers id={id} />
      </Stack>
      {asked?.act === 'record' && <RecordDialog row={asked.row} onClose={close} />}
      {asked?.act === 'transfer' && <TransferDialog row={asked.row} onClose={close} />}
    </Panel>
  );
}

function Held({ row, onAsk }: { row: HeldCash; onAsk: (act: 'record' | 'transfer') => void }) {
  const t = useStrings();
  const may = useMay();
  const { currency, held, expected, waiting, held_since: since, above_limit: isAbove } = row;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <span>{t('cash.held')}</span>
        <Group gap="xs">
          {isAbove && <Flag tone="failed">{t('cash.aboveLimit')}</Flag>}
          <Money amount={held} currency={currency} fw={600} />
        </Group>
      </Group>
      {since !== null && (
        <Text size="xs" c="dimmed" component="div">
          {t('cash.since')} <Since at={since} />
        </Text>
      )}
      {(
        [
          ['cash.waiting', waiting],
          ['cash.expected', expected],
        ] as const
      )
        .filter(([, amount]) => amount > 0)
        .map(([label, amount]) => (
          <Group key={label} justify="space-between" gap="xs" fz="sm">
            <span>{t(label)}</span>
            <Money amount={amount} currency={currency} />
          </Group>
        ))}
      {may('cash.record') && (
        <Group gap="xs">
          {held > 0 && (
            <Button size="xs" variant="default" onClick={() => onAsk('record')}>
              {t('cash.record')}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={() => onAsk('transfer')}>
            {t('cash.transfer')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Handovers({ id }: { id: number }) {
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['cash', holderId, mode, 'payee', id],
    queryFn: () =>
      pageOf(api.GET('/api/v1/cash/handovers', { params: { query: { beneficiary_ref: id, limit: shownMax } } })),
  });
  return query.data?.data.map((one) => (
    <Stack key={one.handover_id} gap={2}>
      <Group justify="space-between" gap="xs">
        <HandoverBadge of={one} />
        <Money amount={one.amount} currency={one.currency} fw={550} />
      </Group>
      <Text size="xs" c="dimmed" component="div">
        <HandoverWords handover={one} side="company" />
        <div>
          <Instant at={one.created_at} />
        </div>
      </Text>
    </Stack>
  ));
}
