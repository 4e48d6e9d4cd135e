/** The order at which a currency's queue stops: what it lacks, and holding it so that those behind it may go. */
import { Alert, Button, Group } from '@mantine/core';
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
  mayHold: boolean;
  /** Nothing settles before it: topping up is what the screen is for. */
  isFirst: boolean;
};

export function BlockedQueue({ queue, mayHold, isFirst }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isToppingUp, setToppingUp] = useState(false);
  const { currency, partner_order_ref: ref } = queue;
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
  return (
    <Alert color="yellow" icon={<Icon name="alert-triangle" />} title={<Heading queue={queue} />}>
      {t('preview.blocked.text', {
        needed: amount(queue.amount),
        available: amount(queue.available),
        missing: amount(queue.missing),
      })}
      <Group gap="xs" mt="sm">
        {mayHold && (
          <Button size="xs" variant={isFirst ? 'filled' : 'light'} onClick={() => setToppingUp(true)}>
            {t('preview.topUp')}
          </Button>
        )}
        {mayHold && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('preview.hold')}
          </Button>
        )}
      </Group>
      {isToppingUp && (
        <TopUpDialog
          currencies={[currency]}
          missing={{ amount: queue.missing, currency }}
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

/** The order's reference leads to it. */
function Heading({ queue: { currency, partner_order_ref: ref } }: Pick<Props, 'queue'>) {
  const t = useStrings();
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
  return <Interpolated text={t('preview.blocked.title', { currency, ref: '\n' })} part={link} />;
}
