/** Approving, refusing, suspending and resuming an account: what it means for the account, and the reason it is given. */
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export type HolderAct = 'approve' | 'refuse' | 'suspend' | 'resume';

type Props = { act: HolderAct; holder: { holder_id: number; name: string }; onClose: () => void };

export function HolderActDialog({ act, holder: { holder_id, name }, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { reason: '' } });
  const give = useMutation({
    mutationFn: ({ reason }: { reason: string }) => {
      const params = { path: { id: String(holder_id) } };
      // One line: a line break is no plain text.
      const body = { reason: reason.replaceAll(/\s+/g, ' ').trim() };
      if (act === 'refuse') return dataOf(api.POST('/api/v1/operator/holders/{id}/refuse', { params, body }));
      if (act === 'suspend') return dataOf(api.POST('/api/v1/operator/holders/{id}/suspend', { params, body }));
      if (act === 'approve') return dataOf(api.POST('/api/v1/operator/holders/{id}/approve', { params }));
      return dataOf(api.POST('/api/v1/operator/holders/{id}/resume', { params }));
    },
    onSuccess: onClose,
    onError: (error) => {
      for (const { field, message } of problemOf(error).details) form.setFieldError(field, message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const asksReason = act === 'refuse' || act === 'suspend';
  const hasBlame = give.isError && problemOf(give.error).details.length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`op.holder.${act}.title`, { name })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form onSubmit={form.onSubmit((values) => give.mutate(values))}>
        <Stack>
          {give.isError && !hasBlame && <ProblemNotice error={give.error} />}
          <Text>{t(`op.holder.${act}.text`, { name })}</Text>
          {asksReason && (
            <Textarea
              label={t('op.holder.reason')}
              description={t('op.holder.reason.text')}
              required
              withAsterisk={false}
              maxLength={500}
              autosize
              minRows={3}
              data-autofocus
              {...form.getInputProps('reason')}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={give.isPending} {...(asksReason ? { color: 'danger' } : {})}>
              {t(`op.holder.${act}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
