/** Holds or releases several orders, and then says what became of each. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OrderChangeResult, OrderRow } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { holdReasonLengthMax } from './order-acts.ts';

export type BulkAct = 'hold' | 'release';

type Props = { act: BulkAct; rows: readonly OrderRow[]; onClose: () => void; onChanged: () => void };

export function BulkDialog({ act, rows, onClose, onChanged }: Props) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: async () => {
      const body = { partner_order_refs: rows.map((row) => row.partner_order_ref) };
      const note = reason.trim() === '' ? {} : { reason: reason.trim() };
      const { results } = await dataOf(
        act === 'hold'
          ? api.POST('/api/v1/orders/holds', { body: { ...body, ...note } })
          : api.POST('/api/v1/orders/releases', { body }),
      );
      return results;
    },
    onSuccess: async () => {
      onChanged();
      await queries.invalidateQueries({ queryKey: ['orders', holderId, mode] });
    },
  });
  if (change.data !== undefined) return <Outcome act={act} rows={rows} results={change.data} onClose={onClose} />;
  return (
    <FormDialog
      title={t(`orders.${act}.title`, { count: rows.length })}
      action={t(`orders.${act}`)}
      act={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Text>{t(`orders.${act}.text`)}</Text>
      {act === 'hold' && (
        <ReasonField
          label={t('orders.reason')}
          description={t('orders.reason.note')}
          maxLength={holdReasonLengthMax}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

type OutcomeProps = Pick<Props, 'act' | 'rows' | 'onClose'> & { results: readonly OrderChangeResult[] };

function Outcome({ act, rows, results, onClose }: OutcomeProps) {
  const t = useStrings();
  const count = rows.length;
  const refused = results.flatMap((one) => (one.ok ? [] : [one]));
  const done = count - refused.length;
  return (
    <Dialog
      onClose={onClose}
      title={t(act === 'hold' ? 'orders.changed.held' : 'orders.changed.released', { done, count })}
    >
      <Stack>
        {refused.length > 0 && (
          <div>
            <Text fw={600} mb={4}>
              {t('orders.changed.refused')}
            </Text>
            <List size="sm" spacing={4}>
              {refused.map(({ partner_order_ref: ref, error }) => (
                <List.Item key={ref}>
                  <b>{ref}</b>:{' '}
                  {error.code === 'invalid_state' ? t(`orders.refused.${refusalOf(act, rows, ref)}`) : error.message}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('orders.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** An order on hold is released unless a split has no payee; any other has settled meanwhile, or has nothing to settle. */
function refusalOf(act: BulkAct, rows: readonly OrderRow[], ref: string): 'unassigned' | 'settled' {
  const row = rows.find((one) => one.partner_order_ref === ref);
  return act === 'release' && row?.settlement_status === 'on_hold' ? 'unassigned' : 'settled';
}
