/** What an account owes the service, with the way to repay it. Nothing is shown while it owes nothing. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';

export function OwnDebts() {
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['debts', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/debts')),
  });
  const owed = (query.data ?? []).filter(({ creditor }) => creditor.kind === 'service');
  if (owed.length === 0) return null;
  return (
    <Stack gap="sm">
      {owed.map(({ currency, amount, transferable }) => (
        <Debt key={currency} currency={currency} amount={amount} transferable={transferable || mode === 'test'} />
      ))}
    </Stack>
  );
}

type Props = { currency: string; amount: number; transferable: boolean };

function Debt({ currency, amount, transferable }: Props) {
  const t = useStrings();
  const money = useMoney();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const { holderId, mode, api } = useBook();
  const repay = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/debts/repayments', { body: { currency } })),
    onSuccess: async (topUp) => {
      await Promise.all(
        ['debts', 'top-ups', 'wallets', 'wallet', 'home'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
      if (topUp.status === 'succeeded') {
        showToast(t('debts.own.repaid', { amount: money(topUp.amount, topUp.currency) }));
        return;
      }
      await navigate({ to: '/h/$holderId/$mode/top-ups/$id', params: { holderId, mode, id: topUp.topup_id } });
    },
  });
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="info-circle" />}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={550}>{t('debts.own.title', { amount: money(amount, currency) })}</Text>
          <Text size="sm">{t(transferable ? 'debts.own.text' : 'debts.own.noDetails', { currency })}</Text>
        </div>
        {may('debts.repay') && transferable && (
          <Button size="xs" loading={repay.isPending} onClick={() => repay.mutate()}>
            {t('debts.own.repay')}
          </Button>
        )}
      </Group>
      {repay.isError && <ProblemNotice error={repay.error} />}
    </Alert>
  );
}
