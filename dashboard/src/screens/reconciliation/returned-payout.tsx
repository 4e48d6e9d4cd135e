/** The payout that a line names as returned, and failing it with the line. */
import { Alert, Button, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';

const kinds = ['bank_charge', 'rounding', 'bank_interest', 'set_aside'] as const;
type Values = { reason: string; difference: (typeof kinds)[number] | '' };

type Props = { line: StatementLine; payoutId: string };

export function ReturnedPayout({ line, payoutId }: Props) {
  const t = useStrings();
  const may = useMay();
  const { holderId, mode } = useBook();
  const [isOpen, setOpen] = useState(false);
  const finding = line.returns_finding ?? 'proven';
  const canReturn = finding === 'proven' || finding === 'other_amount';
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t(`recon.returned.${finding}`)}{' '}
          <Link to="/h/$holderId/$mode/operator/payouts/$id" params={{ holderId, mode, id: payoutId }}>
            {t('recon.returned.show')}
          </Link>
        </Text>
        {canReturn && may('payouts.fail') && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('recon.returned.do')}
          </Button>
        )}
      </Stack>
      {isOpen && <ReturnedDialog line={line} payoutId={payoutId} onClose={() => setOpen(false)} />}
    </Alert>
  );
}

function ReturnedDialog({ line, payoutId, onClose }: Props & { onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { form, giveBack } = useReturn({ line, payoutId }, onClose);
  return (
    <FormDialog
      title={t('recon.returned.title')}
      action={t('recon.returned.do')}
      onSubmit={form.onSubmit((values) => giveBack.mutate(values))}
      onClose={onClose}
      act={giveBack}
    >
      <Text>{t('recon.returned.text', { amount: money(line.open_amount, line.currency) })}</Text>
      {line.returns_finding === 'other_amount' && (
        <Select
          label={t('recon.returned.difference')}
          description={t('recon.returned.difference.text')}
          data={kinds.map((value) => ({ value, label: t(`code.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('difference')}
        />
      )}
      <ReasonField
        label={t('recon.returned.reason')}
        description={t('recon.returned.reason.text')}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}

function useReturn({ line, payoutId }: Props, onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const isOther = line.returns_finding === 'other_amount';
  const form = useForm<Values>({
    initialValues: { reason: line.return_reason ?? '', difference: isOther ? 'bank_charge' : '' },
  });
  const giveBack = useMutation({
    mutationFn: ({ reason: typed, difference }: Values) => {
      const reason = oneLine(typed);
      return dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/payout-return', {
          params: { path: { id: String(line.line_id) } },
          body: {
            payout_id: payoutId,
            ...(reason === '' ? {} : { reason }),
            ...(difference === '' ? {} : { difference }),
          },
        }),
      );
    },
    onSuccess: () => {
      showToast(t('recon.returned.done'));
      onDone();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return { form, giveBack };
}
