/** The second person's decision about reversing a top-up. */
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OperatorTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';

type Props = { topUp: OperatorTopUp; onClose: () => void };

export const ApproveReversal = (props: Props) => <Decision {...props} act="approve" />;
export const DeclineReversal = (props: Props) => <Decision {...props} act="decline" />;

function Decision({ topUp, act, onClose }: Props & { act: 'approve' | 'decline' }) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const { reversal_request: request, currency } = topUp;
  const decide = useMutation({
    mutationFn: async () => {
      const params = { path: { id: topUp.topup_id } };
      if (act === 'approve') await dataOf(api.POST('/api/v1/operator/top-ups/{id}/reverse/approve', { params }));
      else await dataOf(api.POST('/api/v1/operator/top-ups/{id}/reverse/decline', { params }));
    },
    onSuccess: () => {
      showToast(t(act === 'approve' ? 'op.topUps.takeBack.done' : 'op.topUps.reversal.declined'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  if (request === null) return null;
  const amount = money(request.amount, currency);
  return (
    <FormDialog
      title={t(`op.topUps.reversal.${act}.title`)}
      action={act === 'approve' ? t('op.topUps.takeBack.submit', { amount }) : t('op.topUps.reversal.decline')}
      destroys={act === 'approve'}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
      act={decide}
      isQuestion
    >
      <Text>{t(`op.topUps.reversal.${act}.text`)}</Text>
      <FactList
        facts={[
          { label: t('op.topUps.holder'), value: topUp.holder.name },
          { label: t('op.topUps.amount'), value: amount },
          { label: t('op.topUps.takeBack.reason'), value: request.reason },
          { label: t('op.topUps.reversal.by'), value: request.requested_by ?? t('app.none') },
          { label: t('op.topUps.requested'), value: <Instant at={request.requested_at} /> },
        ]}
      />
    </FormDialog>
  );
}
