/** One payout: its facts, what to check, the steps it can take, and who did what to it. */
import { Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { History } from '../audit/history.tsx';
import classes from './operator.module.css';
import { useOperator } from './operator-role.ts';
import { givesBack, type PayoutRow, type Step, stepsOf } from './payout-data.ts';
import { PayoutFlags } from './payout-flags.tsx';
import { PayoutStepDialog } from './payout-step-dialog.tsx';

export function Payout() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/operator/payouts/$id' });
  const { holderId, mode, api } = useOperator();
  const query = useQuery({
    queryKey: ['operator', 'payout', holderId, mode, id],
    queryFn: () => dataOf(api.GET('/api/v1/operator/payouts/{id}', { params: { path: { id } } })),
  });
  if (query.isError) {
    return (
      <Page title={t('op.payouts.one')}>
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  if (query.isPending) {
    return (
      <Page title={t('op.payouts.one')}>
        <Skeleton height={320} />
      </Page>
    );
  }
  return <Shown payout={query.data} />;
}

function Shown({ payout }: { payout: PayoutRow }) {
  const t = useStrings();
  const { holderId, mode, mayMoveMoney } = useOperator();
  const [step, setStep] = useState<Step>();
  const { bank_account: bank, payee } = payout;
  const money = (amount: number) => <Money amount={amount} currency={payout.currency} />;
  const at = (instant: string) => <Instant at={instant} />;
  return (
    <Page
      title={payee.name}
      note={
        <Group gap="xs">
          <Money amount={payout.amount} currency={payout.currency} fw={600} c="var(--mantine-color-text)" />
          <StateBadge state={payout.status} />
          <PayoutFlags payout={payout} />
        </Group>
      }
      actions={
        mayMoveMoney &&
        [...stepsOf[payout.status]].reverse().map((one) => (
          <Button key={one} {...(givesBack(one) ? { variant: 'default' } : {})} onClick={() => setStep(one)}>
            {t(`op.payouts.step.${one}`)}
          </Button>
        ))
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Facts title={t('op.payouts.details')}>
          <Fact name={t('op.payouts.amount')}>{money(payout.amount)}</Fact>
          <Fact name={t('op.payouts.fee')}>{money(payout.fee)}</Fact>
          <Fact name={t('op.payouts.net')}>
            <Text fw={600} component="span">
              {money(payout.net_amount)}
            </Text>
          </Fact>
          <Fact name={t('op.payouts.account')}>{t(`op.payouts.account.${payout.account}`)}</Fact>
          <Fact name={t('op.payouts.requested')}>{at(payout.created_at)}</Fact>
          {payout.approved_at !== null && <Fact name={t('op.payouts.approvedAt')}>{at(payout.approved_at)}</Fact>}
          {payout.sent_at !== null && <Fact name={t('op.payouts.sentAt')}>{at(payout.sent_at)}</Fact>}
          {payout.ended_at !== null && <Fact name={t('op.payouts.endedAt')}>{at(payout.ended_at)}</Fact>}
          {payout.reason !== null && <Fact name={t('op.payouts.reason')}>{payout.reason}</Fact>}
          <Fact name={t('op.payouts.id')}>
            <Copyable value={payout.payout_id} what={t('op.payouts.id')} />
          </Fact>
        </Facts>
        <Stack>
          <Facts title={t('op.payouts.payee')}>
            <Fact name={t('op.holders.name')}>
              <Link
                to="/h/$holderId/$mode/operator/accounts/$id"
                params={{ holderId, mode, id: String(payee.holder_id) }}
              >
                {payee.name}
              </Link>
            </Fact>
            <Fact name={t('op.holders.kind')}>{t(`kind.${payee.kind}`)}</Fact>
            <Fact name={t('op.holders.status')}>
              <StateBadge state={payee.status} />
            </Fact>
            <Fact name={t('op.payouts.debts')}>
              {payout.debts.length === 0
                ? t('op.payouts.debts.none')
                : payout.debts.map((debt) => (
                    <Money key={debt.currency} amount={debt.amount} currency={debt.currency} mr="xs" />
                  ))}
            </Fact>
          </Facts>
          <Facts title={t('op.payouts.bank')}>
            <Fact name={t('op.holders.name')}>{bank.account_name}</Fact>
            <Fact name={t('op.payouts.bank')}>
              {bank.number} · {bank.country}
            </Fact>
            <Fact name={t('op.holders.since')}>
              <Instant at={bank.added_at} />
            </Fact>
          </Facts>
        </Stack>
      </SimpleGrid>
      <History title={t('op.payouts.history')} filter={{ object_kind: 'payout', object_id: payout.payout_id }} />
      {step !== undefined && <PayoutStepDialog step={step} payouts={[payout]} onClose={() => setStep(undefined)} />}
    </Page>
  );
}

export const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder padding="lg">
    <Title order={2} mb="md">
      {title}
    </Title>
    <dl className={classes.facts}>{children}</dl>
  </Card>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
