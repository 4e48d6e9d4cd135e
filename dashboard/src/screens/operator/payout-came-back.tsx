/** A payout whose money went back: why, to whom, whether someone still has to deal with it, and what waits for the same bank account. */
import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { Exception, OperatorPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { exceptionsKey } from '../../app/exception-count.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';
import { useMoney } from '../../ui/money.tsx';
import { isOfClosedAccount } from '../payouts/failure.ts';

const readMax = 100;

/** Links on the ground of an alert. */
const onColor = { c: 'inherit', underline: 'always' } as const;

type Returned = {
  /** While nobody has said that it was dealt with. */
  row: Exception | undefined;
  isDone: boolean;
};

/** Of a payout that the bank returned: what the desk has of it. */
export function useReturned({ payout_id: id, status, sent_at: sentAt, payee }: OperatorPayout): Returned {
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const query = { kind: 'payout_returned', account: payee.holder_id, limit: readMax } as const;
  const { data } = useQuery({
    queryKey: [...exceptionsKey({ holderId, mode }, true), 'returned', payee.holder_id],
    queryFn: () => pageOf(api.GET('/api/v1/operator/exceptions', { params: { query } })),
    enabled: status === 'failed' && sentAt !== null && may('operator_exceptions.read'),
  });
  const row = data?.data.find(({ object_id }) => object_id === id);
  return { row, isDone: data !== undefined && data.next_cursor === null && row === undefined };
}

/** Why it failed, where its money is, and who goes on from there. */
export function CameBack({ payout, isDone }: { payout: OperatorPayout; isDone: boolean }) {
  const t = useStrings();
  const format = useMoney();
  const { reason, payee, account, fee, sent_at: sentAt } = payout;
  const words = sentAt === null ? 'unpaid' : 'returned';
  const text = t('op.payouts.failed.text', {
    amount: format(payout.amount, payout.currency),
    balance: t(`op.payouts.balance.${account}`),
    fee: fee === 0 ? 'free' : 'charged',
    name: '\n',
  });
  return (
    <>
      <Alert
        color={isDone ? 'gray' : 'red'}
        variant="light"
        icon={<Icon name={isDone ? 'check' : 'alert-triangle'} />}
        title={reason === null ? t(`op.payouts.failed.${words}`) : t(`op.payouts.because.${words}`, { reason })}
      >
        <Interpolated text={text} part={<PayeeLink payee={payee} {...onColor} />} />
      </Alert>
      <PendingPayouts payout={payout} />
    </>
  );
}

export function PayeeLink({ payee, ...shown }: Pick<OperatorPayout, 'payee'> & Partial<typeof onColor>) {
  const { holderId, mode } = useBook();
  return (
    <Anchor
      inherit
      {...shown}
      renderRoot={(props) => (
        <Link
          to="/h/$holderId/$mode/operator/accounts/$id"
          params={{ holderId, mode, id: String(payee.holder_id) }}
          {...props}
        />
      )}
    >
      {payee.name}
    </Anchor>
  );
}

/** Those that would go to the bank account that sent this one back. */
function PendingPayouts({ payout }: { payout: OperatorPayout }) {
  const t = useStrings();
  const format = useMoney();
  const { holderId, mode } = useBook();
  const pending = [...usePending(payout, 'requested'), ...usePending(payout, 'approved')];
  return pending.map(({ payout_id: id, amount, currency, status }) => (
    <Alert
      key={id}
      color="yellow"
      variant="light"
      icon={<Icon name="clock" />}
      title={t(`op.payouts.same.${status}`, { amount: format(amount, currency) })}
    >
      {isOfClosedAccount(payout) && <Text mb={4}>{t('op.payouts.same.closed')}</Text>}
      <Anchor
        fw={550}
        {...onColor}
        renderRoot={(props) => (
          <Link to="/h/$holderId/$mode/operator/payouts/$id" params={{ holderId, mode, id }} {...props} />
        )}
      >
        {t('op.payouts.same.open')}
      </Anchor>
    </Alert>
  ));
}

function usePending<Status extends 'requested' | 'approved'>(payout: OperatorPayout, status: Status) {
  const { holderId, mode, api } = useBook();
  const { payee, bank_account_id: bankAccountId } = payout;
  const query = { account: payee.holder_id, status, sort: 'oldest', limit: readMax } as const;
  const { data } = useQuery({
    queryKey: ['operator', 'payouts', holderId, mode, 'pending', payee.holder_id, status],
    queryFn: () => pageOf(api.GET('/api/v1/operator/payouts', { params: { query } })),
    // Money has arrived there since: the next payout would too.
    enabled: payout.bank_account.last_return !== null,
  });
  const rows = data?.data.filter(({ bank_account_id }) => bank_account_id === bankAccountId) ?? [];
  return rows.map((row) => ({ ...row, status }));
}
