/** What a company's payees owe it: recording that it was repaid outside, writing off, and what was settled before. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useRights } from '../../app/rights.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WriteOffLimits } from '../limits/write-off-limits.tsx';
import { SettleDialog, type SettleKind } from './settle-dialog.tsx';
import { WriteOffs } from './write-offs.tsx';

const shownMax = 20;

type Payee = { beneficiary_ref: number; name: string; debt: number };
type Props = { currency: string; payees: readonly Payee[] };

export function PayeeDebts({ currency, payees }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { handles } = useRights();
  const { holderId, holder, mode, api } = useBook();
  const [open, setOpen] = useState<{ kind: SettleKind; payee: Payee }>();
  const settled = useQuery({
    queryKey: ['debts', holderId, mode, 'decisions'],
    queryFn: () => pageOf(api.GET('/api/v1/debts/write-offs/decisions', { params: { query: { limit: shownMax } } })),
  });
  const limits = useQuery({
    queryKey: ['debts', holderId, mode, 'limits'],
    queryFn: () => dataOf(api.GET('/api/v1/write-off-limits')),
  });
  const owing = payees.filter(({ debt }) => debt > 0);
  return (
    <>
      {owing.length > 0 && handles && (
        <Panel title={t('debts.payees.title')}>
          <Stack gap="sm">
            <Text c="dimmed">{t('debts.payees.text')}</Text>
            {owing.map((payee) => (
              <Group key={payee.beneficiary_ref} justify="space-between" gap="xs">
                <Text>
                  {payee.name} · <Money amount={payee.debt} currency={currency} fw={550} />
                </Text>
                <Group gap="xs">
                  <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'written_off', payee })}>
                    {t('debts.writeOff')}
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'repaid', payee })}>
                    {t('debts.recordRepaid')}
                  </Button>
                </Group>
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
      <WriteOffs
        settled={settled.data?.data ?? []}
        mayDecide={handles}
        decide={(id, decision) => {
          const params = { path: { id } };
          return decision === 'approve'
            ? dataOf(api.POST('/api/v1/debts/write-offs/{id}/approve', { params }))
            : dataOf(api.POST('/api/v1/debts/write-offs/{id}/decline', { params }));
        }}
      />
      {((limits.data ?? []).length > 0 || owing.length > 0) && handles && (
        <WriteOffLimits
          limits={limits.data ?? []}
          text={t('limits.writeOffs.company')}
          mayChange={holder.role === 'owner'}
          save={(code, body) =>
            dataOf(api.PUT('/api/v1/write-off-limits/{currency}', { params: { path: { currency: code } }, body }))
          }
        />
      )}
      {open !== undefined && (
        <SettleDialog
          kind={open.kind}
          owed={{ amount: open.payee.debt, currency }}
          text={t(open.kind === 'repaid' ? 'debts.payees.repaid.text' : 'debts.payees.writeOff.text', {
            name: open.payee.name,
            amount: money(open.payee.debt, currency),
          })}
          send={(typed) => {
            const body = { ...typed, beneficiary_ref: open.payee.beneficiary_ref };
            return open.kind === 'repaid'
              ? dataOf(api.POST('/api/v1/debts/repaid', { body }))
              : dataOf(api.POST('/api/v1/debts/write-offs', { body }));
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
