/** Crediting a bank transfer, and sending it back. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { told } from '../../ui/told.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { IncomingTransfer } from './transfers.tsx';

type Props = { transfer: IncomingTransfer; onClose: () => void };

export function CreditDialog({ transfer, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const { holder } = transfer;
  const amount = money(transfer.amount, transfer.currency);
  const form = useForm({
    initialValues: { holder_id: '' },
    validate: {
      holder_id: (value) =>
        holder === null && !/^[1-9][0-9]{0,14}$/.test(value.trim()) ? t('op.transfers.credit.holder.wrong') : null,
    },
  });
  const credit = useMutation({
    mutationFn: ({ holder_id: typed }: { holder_id: string }) =>
      dataOf(
        api.POST('/api/v1/operator/transfers/{id}/credit', {
          params: { path: { id: String(transfer.line_id) } },
          body: holder === null ? { holder_id: Number(typed.trim()) } : {},
        }),
      ),
    onSuccess: () => {
      told(t('op.transfers.credit.done', { amount }));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={t('op.transfers.credit.title', { amount })}
      action={t('op.transfers.credit.submit', { amount })}
      onSubmit={form.onSubmit((values) => credit.mutate(values))}
      onClose={onClose}
      act={credit}
      isQuestion={holder !== null}
    >
      {holder === null ? (
        <>
          <Text>{t('op.transfers.credit.unknown')}</Text>
          <TextInput
            label={t('op.transfers.credit.holder')}
            description={t('op.transfers.credit.holder.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={16}
            data-autofocus
            {...form.getInputProps('holder_id')}
          />
        </>
      ) : (
        <Text>{t('op.transfers.credit.text', { amount, name: holder.name })}</Text>
      )}
    </FormDialog>
  );
}

export function ReturnDialog({ transfer, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  return (
    <ReasonDialog
      title={t('op.transfers.return.title', { amount: money(transfer.amount, transfer.currency) })}
      text={t('op.transfers.return.text')}
      label={t('op.transfers.return.reason')}
      hint={t('op.transfers.return.reason.text')}
      action={t('op.transfers.return')}
      send={(reason) =>
        dataOf(
          api.POST('/api/v1/operator/transfers/{id}/return', {
            params: { path: { id: String(transfer.line_id) } },
            body: { reason },
          }),
        )
      }
      onDone={() => told(t('op.transfers.return.done'))}
      onClose={onClose}
    />
  );
}
