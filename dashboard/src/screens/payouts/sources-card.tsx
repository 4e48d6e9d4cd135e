/** For a phone: several accounts that can be paid out, none of which is paid out by itself, in one card. */
import { Button, Card, Divider, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PayoutOptions } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { loadOnInput } from '../../ui/lazy.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { keyOfSource, useSourceWords } from './source-words.ts';
import type { Source } from './types.ts';

const loadItems = loadOnInput(async () => (await import('../../ui/row-items.tsx')).RowItems);

type Props = { sources: readonly Source[]; options: PayoutOptions };

export function SourcesCard({ sources, options }: Props) {
  const t = useStrings();
  const money = useMoney();
  const wordsOf = useSourceWords();
  const mayChange = useMay()('payout_schedules.change');
  const [changing, setChanging] = useState<Source>();
  const actions = sources.map((source) => ({
    label: `${wordsOf(source)} · ${source.currency}`,
    icon: 'calendar' as const,
    onClick: () => setChanging(source),
  }));
  return (
    <Card withBorder padding="md">
      <Stack gap="xs">
        {sources.map((source) => (
          <div key={keyOfSource(source)}>
            <Group justify="space-between" align="baseline" wrap="nowrap" gap="sm">
              <Text size="sm">{wordsOf(source)}</Text>
              <Money amount={source.spendable} currency={source.currency} fz={18} fw={650} />
            </Group>
            {source.debt > 0 && (
              <Text size="xs" c="var(--tone-waiting)">
                {t('payouts.debt', { amount: money(source.debt, source.currency) })}
              </Text>
            )}
          </div>
        ))}
      </Stack>
      <Divider my="sm" color="var(--line)" />
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed">
          {t('auto.off')}
        </Text>
        {mayChange && (
          <MenuButton
            button={
              <Button variant="subtle" size="compact-sm" me={-8} aria-label={`${t('auto.setUp')}: ${t('auto.title')}`}>
                {t('auto.setUp')}
              </Button>
            }
            position="bottom-end"
            width={240}
            load={loadItems}
            of={{ actions }}
          />
        )}
      </Group>
      {changing !== undefined && (
        <ScheduleDialog
          of={{ ...changing, schedule: undefined }}
          options={options}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Card>
  );
}
