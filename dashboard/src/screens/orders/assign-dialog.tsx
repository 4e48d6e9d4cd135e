/** Gives a share that has no payee to one of the company's links. */
import { Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OrderInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useRefreshOrders } from './use-order.ts';

export function AssignDialog({ order, place, onClose }: { order: OrderInFull; place: number; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const refresh = useRefreshOrders();
  const { holderId, mode, api } = useBook();
  const [chosen, setLink] = useState<string | null>(null);
  const split = order.splits[place] as OrderInFull['splits'][number];
  const ref = order.partner_order_ref;
  const links = useQuery({
    queryKey: ['beneficiaries', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/beneficiaries')),
  });
  const choices = (links.data ?? []).filter(
    (one) => one.type === split.beneficiary_type && one.status === 'active' && one.modes.includes(mode),
  );
  // The only one that it can be is chosen already, and named where this was opened.
  const only = choices.length === 1 ? choices[0] : undefined;
  const link = chosen ?? (only === undefined ? null : String(only.id));
  const assign = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/orders/{ref}/splits/{n}/assign', {
          params: { path: { ref, n: place } },
          body: { beneficiary_ref: Number(link) },
        }),
      ),
    onSuccess: async () => {
      await refresh();
      showToast(t('order.done.assign'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('order.act.assign.title')}
      action={t('order.act.assign')}
      canSubmit={link !== null}
      act={assign}
      onSubmit={() => assign.mutate()}
      onClose={onClose}
    >
      <Text>{t('order.act.assign.text', { ref, amount: money(split.amount, order.currency) })}</Text>
      {links.isError ? (
        <ProblemNotice error={links.error} onRetry={() => void links.refetch()} />
      ) : (
        <Select
          label={t('order.act.assign.link')}
          data={choices.map((one) => ({ value: String(one.id), label: `${one.name} (${one.id})` }))}
          searchable
          value={link}
          onChange={setLink}
          error={fieldProblem(assign.error, 'beneficiary_ref')}
          description={links.isSuccess && choices.length === 0 ? t('order.act.assign.none') : undefined}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
