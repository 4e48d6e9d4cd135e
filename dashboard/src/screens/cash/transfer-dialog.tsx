/** Handing cash over by bank transfer: where to and with which reference. Test money arrives at once. */
import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { HeldCash } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { Instructions } from '../top-ups/instructions.tsx';

type Row = Pick<HeldCash, 'beneficiary_ref' | 'beneficiary_name' | 'currency' | 'held'>;
/** `company`: whose cash it is, for the payee; undefined for the company itself. */
type Props = { row: Row; company?: string; onClose: () => void };
type Body = { beneficiary_ref: number; currency: string; amount?: number };

function useTransfer(company: string | undefined) {
  const { api } = useBook();
  return (body: Body) =>
    dataOf(
      company === undefined
        ? api.POST('/api/v1/cash/transfers', { body })
        : api.POST('/api/v1/earnings/cash/transfers', { body }),
    );
}

export function TransferDialog(props: Props) {
  const { mode } = useBook();
  return mode === 'live' ? <LiveTransfer {...props} /> : <TestTransfer {...props} />;
}

function LiveTransfer({ row, company, onClose }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const transfer = useTransfer(company);
  const { beneficiary_ref, beneficiary_name: name, currency } = row;
  const query = useQuery({
    queryKey: ['cash', holderId, mode, 'transfer', beneficiary_ref, currency],
    queryFn: () => transfer({ beneficiary_ref, currency }),
  });
  return (
    <Dialog title={t('cash.transfer.title')} onClose={onClose}>
      <Stack gap="md">
        <Text>
          {company === undefined
            ? t('cash.transfer.text', { name, currency })
            : t('ownCash.transfer.text', { company, currency })}
        </Text>
        {query.isPending && <Loading heights={[200]} />}
        {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && <Instructions reference={query.data.reference} bank={query.data.bank_details} />}
        <Text c="dimmed" size="sm">
          {company === undefined ? t('cash.transfer.more', { name }) : t('ownCash.transfer.more')}
        </Text>
      </Stack>
    </Dialog>
  );
}

function TestTransfer({ row, company, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const transfer = useTransfer(company);
  const { beneficiary_ref, currency } = row;
  const form = useForm({
    initialValues: { amount: typedAmount(row.held, currency) },
    validate: { amount: (typed) => problemOf(typed, currency) },
  });
  const send = useMutation({
    mutationFn: ({ amount }: typeof form.values) =>
      transfer({ beneficiary_ref, currency, amount: readAmount(amount, currency) ?? 0 }),
    onSuccess: ({ top_up: topUp }) => {
      showToast(t('cash.transfer.arrived', { amount: money(topUp?.amount ?? 0, currency) }));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <FormDialog
      title={t('cash.transfer.title')}
      action={t('cash.transfer.act')}
      act={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <Text>{t('cash.transfer.test')}</Text>
      <TextInput
        label={t('cash.record.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        data-autofocus
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  );
}
