/** One customer as the shop sees it: what they paid and got back, the cards they paid with, disputes, and the team's notes. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { Customer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { LoadingTrace } from '../../ui/loading-trace.tsx';
import { Page } from '../../ui/page.tsx';
import { payerLines } from '../../ui/payer-lines.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import classes from '../../ui/two-columns.module.css';
import { DisputesOf } from '../disputes/disputes-of.tsx';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { CustomerPayments } from './customer-payments.tsx';
import { CustomerRefunds } from './customer-refunds.tsx';
import { CustomerTotals } from './customer-totals.tsx';

export function CustomerScreen() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/customers/$id' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['customers', holderId, mode, 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/customers/{id}', { params: { path: { id } } })),
  });
  if (query.data !== undefined) return <Shown customer={query.data} />;
  if (!query.isError) return <LoadingTrace title={t('customers.customer')} />;
  return (
    <Page title={t('customers.customer')}>
      <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
    </Page>
  );
}

function Shown({ customer }: { customer: Customer }) {
  const [name] = payerLines(customer);
  return (
    <Page title={name ?? customer.email} note={<Standing customer={customer} />}>
      <CustomerTotals customer={customer} />
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <CustomerPayments customer={customer} />
        </Stack>
        <Stack gap="lg" miw={0}>
          <CustomerRefunds customer={customer} />
          <DisputesOf of={{ customer: customer.customer_id }} titleOf={(one) => one.description ?? one.payment_id} />
          <CustomerCards customer={customer} />
          <NotesPanel about={{ kind: 'customer', id: String(customer.customer_id) }} />
        </Stack>
      </div>
    </Page>
  );
}

function Standing({ customer }: { customer: Customer }) {
  const t = useStrings();
  const { email, has_account, first_paid_at } = customer;
  return (
    <Dotted>
      <Copyable value={email} what={t('signIn.email')} />
      <span>{t(has_account ? 'customer.byAccount' : 'customer.byAddress')}</span>
      <span>
        {t('customers.first')}: <Instant at={first_paid_at} day />
      </span>
    </Dotted>
  );
}
