/** The payment by bank transfer whose money a line takes back, and taking it back with the line. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';

type Props = { line: StatementLine; payment: NonNullable<StatementLine['takes_back_payment']> };

export function TakenBackPayment({ line, payment }: Props) {
  const t = useStrings();
  const money = useMoney();
  const may = useMay();
  const { api } = useBook();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { name } = payment.holder;
  const amount = money(Math.min(-line.amount - payment.rest_amount, payment.amount), line.currency);
  const takeBack = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/payment-take-back', {
          params: { path: { id: String(line.line_id) } },
          body: { payment_id: payment.payment_id },
        }),
      ),
    onSuccess: () => {
      showToast(t('recon.takesBackPayment.done'));
      setAsking(false);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('recon.takesBackPayment', { amount: money(payment.amount, payment.currency), name })}</Text>
        {may('top_ups.reverse') && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            {t('recon.takesBackPayment.do')}
          </Button>
        )}
      </Stack>
      {isAsking && (
        <Confirm
          title={t('recon.takesBackPayment.title')}
          action={t('recon.takesBackPayment.do')}
          destroys
          onConfirm={() => takeBack.mutate()}
          onClose={() => setAsking(false)}
          act={takeBack}
        >
          {t('recon.takesBackPayment.text', { amount, name })}
          {payment.rest_amount > 0 && (
            <Text size="sm" mt="xs">
              {t('recon.takesBackPayment.rest', { amount: money(payment.rest_amount, line.currency) })}
            </Text>
          )}
        </Confirm>
      )}
    </Alert>
  );
}
