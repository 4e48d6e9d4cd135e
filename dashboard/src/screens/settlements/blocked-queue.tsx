/** The orders of a currency that wait for funds: what the first and all of them lack, and holding the first so that others may go. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BlockedQueue as Blocked } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { TopUpDialog } from '../wallets/top-up-dialog.tsx';

type Props = {
  queue: Blocked;
  mayTopUp: boolean;
  mayHold: boolean;
  /** Nothing settles before it: topping up is what the screen is for. */
  isFirst: boolean;
};

export function BlockedQueue({ queue, mayTopUp, mayHold, isFirst }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isToppingUp, setToppingUp] = useState(false);
  const { currency, partner_order_ref: ref, orders_waiting: count, missing_for_all: missingForAll } = queue;
  const hold = useMutation({
    mutationFn: () =>
      api.POST('/api/v1/orders/{ref}/hold', {
        params: { path: { ref } },
        body: { reason: t('preview.hold.reason') },
      }),
    onSuccess: () => {
      showToast(t('preview.hold.done', { ref }));
      setAsking(false);
      return queries.invalidateQueries();
    },
  });
  const amount = (value: number) => money(value, currency);
  const isAlone = count === 1;
  return (
    <Alert color="yellow" icon={<Icon name="alert-triangle" />} title={t('preview.blocked.title', { count, currency })}>
      <First queue={queue} />
      <Text inherit>
        {isAlone
          ? t('preview.blocked.one', { missing: amount(queue.missing) })
          : t('preview.blocked.all', { missing: amount(queue.missing), missingForAll: amount(missingForAll), count })}
      </Text>
      <Group gap="xs" mt="sm">
        {mayTopUp && (
          <Button size="xs" variant={isFirst ? 'filled' : 'default'} onClick={() => setToppingUp(true)}>
            {t('preview.topUp', { amount: amount(missingForAll) })}
          </Button>
        )}
        {mayHold && !isAlone && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('preview.hold')}
          </Button>
        )}
      </Group>
      {isToppingUp && (
        <TopUpDialog
          currencies={[currency]}
          missing={{ amount: missingForAll, currency }}
          onClose={() => setToppingUp(false)}
        />
      )}
      {isAsking && (
        <Confirm
          title={t('preview.hold.title', { ref })}
          action={t('preview.hold')}
          onConfirm={() => hold.mutate()}
          onClose={() => setAsking(false)}
          act={hold}
        >
          {t('preview.hold.text')}
        </Confirm>
      )}
    </Alert>
  );
}

/** The order that is next; its reference leads to it. */
function First({ queue: { currency, partner_order_ref: ref, ...queue } }: Pick<Props, 'queue'>) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode } = useBook();
  const link = (
    <Link
      to="/h/$holderId/$mode/orders/$ref"
      params={{ holderId, mode, ref }}
      data-underline="always"
      style={{ color: 'inherit' }}
    >
      {ref}
    </Link>
  );
  const needed = money(queue.amount, currency);
  const available = money(queue.available, currency);
  return (
    <Text inherit>
      <Interpolated text={t('preview.blocked.first', { ref: '\n', needed, available })} part={link} />
    </Text>
  );
}
