/** Approving, refusing, suspending and resuming an account: what it means for the account, and the reason it is given. */
import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { showToast } from '../../ui/toast.ts';

export type HolderAct = 'approve' | 'refuse' | 'suspend' | 'resume' | 'reopen';

type Props = { act: HolderAct; holder: { holder_id: number; name: string }; onClose: () => void };

export function HolderActDialog({ act, holder: { holder_id, name }, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { reason: '' } });
  const give = useMutation({
    mutationFn: async ({ reason }: { reason: string }): Promise<unknown> => {
      const params = { path: { id: String(holder_id) } };
      const body = { reason: oneLine(reason) };
      if (act === 'refuse') return dataOf(api.POST('/api/v1/operator/holders/{id}/refuse', { params, body }));
      if (act === 'suspend') return dataOf(api.POST('/api/v1/operator/holders/{id}/suspend', { params, body }));
      if (act === 'reopen') return api.POST('/api/v1/operator/holders/{id}/reopen', { params, body });
      if (act === 'approve') return dataOf(api.POST('/api/v1/operator/holders/{id}/approve', { params }));
      return dataOf(api.POST('/api/v1/operator/holders/{id}/resume', { params }));
    },
    onSuccess: () => {
      showToast(t(`op.holder.${act}.done`, { name }));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const destroys = act === 'refuse' || act === 'suspend';
  const asksReason = destroys || act === 'reopen';
  return (
    <FormDialog
      title={t(`op.holder.${act}.title`, { name })}
      action={t(`op.holder.${act}`)}
      destroys={destroys}
      onSubmit={form.onSubmit((values) => give.mutate(values))}
      onClose={onClose}
      act={give}
    >
      <Text>{t(`op.holder.${act}.text`, { name })}</Text>
      {asksReason && (
        <Textarea
          label={t('op.holder.reason')}
          description={t(act === 'reopen' ? 'op.holder.reason.reopen' : 'op.holder.reason.text')}
          required
          withAsterisk={false}
          maxLength={500}
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}
