/** What an account owes the service, for the operator: recording a repayment, writing off, and what was settled before. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, pageOf } from '../../api/client.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SettleDialog, type SettleKind } from '../debts/settle-dialog.tsx';
import { WriteOffs } from '../debts/write-offs.tsx';
import type { HolderInFull } from './holder.tsx';
import { useOperator } from './operator-role.ts';

const shownMax = 20;

export function HolderDebts({ holder }: { holder: HolderInFull }) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, api, mayMoveMoney } = useOperator();
  const [open, setOpen] = useState<{ kind: SettleKind; owed: { amount: number; currency: string } }>();
  const id = String(holder.holder_id);
  const query = { holder_id: holder.holder_id, limit: shownMax };
  const settled = useQuery({
    queryKey: ['operator', 'debt-settlements', holderId, mode, id],
    queryFn: () => pageOf(api.GET('/api/v1/operator/debt-settlements', { params: { query } })),
  });
  const owed = holder.balances.filter(({ account }) => account === 'debt');
  return (
    <>
      {owed.length > 0 && (
        <Panel title={t('debts.holder.title')}>
          <Stack gap="sm">
            <Text c="dimmed">{t('debts.holder.text')}</Text>
            {owed.map(({ amount, currency }) => (
              <Group key={currency} justify="space-between" gap="xs">
                <Money amount={amount} currency={currency} fw={550} />
                {mayMoveMoney && (
                  <Group gap="xs">
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setOpen({ kind: 'written_off', owed: { amount, currency } })}
                    >
                      {t('debts.writeOff')}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setOpen({ kind: 'repaid', owed: { amount, currency } })}
                    >
                      {t('debts.recordRepaid')}
                    </Button>
                  </Group>
                )}
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
      <WriteOffs
        settled={settled.data?.data ?? []}
        mayDecide={mayMoveMoney}
        decide={(settlement, decision) => {
          const params = { path: { id: settlement } };
          return decision === 'approve'
            ? dataOf(api.POST('/api/v1/operator/debt-settlements/{id}/approve', { params }))
            : dataOf(api.POST('/api/v1/operator/debt-settlements/{id}/decline', { params }));
        }}
      />
      {open !== undefined && (
        <SettleDialog
          kind={open.kind}
          owed={open.owed}
          text={t(open.kind === 'repaid' ? 'debts.holder.repaid.text' : 'debts.holder.writeOff.text', {
            name: holder.name,
            amount: money(open.owed.amount, open.owed.currency),
          })}
          send={(body) => {
            const params = { path: { id } };
            return open.kind === 'repaid'
              ? dataOf(api.POST('/api/v1/operator/holders/{id}/debts/repaid', { params, body }))
              : dataOf(api.POST('/api/v1/operator/holders/{id}/debts/write-offs', { params, body }));
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
