/** One payout: its facts, what to check, the steps it can take, and who did what to it. */
import { Button, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OperatorPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { History } from '../audit/history.tsx';
import { ActsOfOne } from '../desk/acts-of-one.tsx';
import { AssignedTo } from '../desk/assigned-to.tsx';
import { CameBack, PayeeLink, useReturned } from './payout-came-back.tsx';
import { givesBack, type Step, stepsOf, wentBack } from './payout-data.ts';
import { AccountPast, PayoutFlags } from './payout-flags.tsx';
import { PayoutStepDialog } from './payout-step-dialog.tsx';

export function Payout() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/operator/payouts/$id' });
  const { holderId, mode, api } = useBook();
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

function Shown({ payout }: { payout: OperatorPayout }) {
  const t = useStrings();
  const may = useMay();
  const format = useMoney();
  const [step, setStep] = useState<Step>();
  const { row, isDone } = useReturned(payout);
  const title = t('op.payouts.to', { amount: format(payout.amount, payout.currency), name: payout.payee.name });
  return (
    <Page
      title={title}
      note={
        <Group gap="xs">
          <StateBadge state={payout.status} />
          {isDone && <Flag tone="done">{t('op.payouts.markedDone')}</Flag>}
          <AssignedTo assignee={row?.assignee ?? null} />
          <PayoutFlags payout={payout} />
        </Group>
      }
      actions={
        <>
          {stepsOf[payout.status]
            .filter((one) => may(`payouts.${one}`))
            .reverse()
            .map((one) => (
              <Button key={one} {...(givesBack(one) ? { variant: 'default' } : {})} onClick={() => setStep(one)}>
                {t(`op.payouts.step.${one}`)}
              </Button>
            ))}
          {row !== undefined && <ActsOfOne row={row} of={title} />}
        </>
      }
    >
      {payout.status === 'failed' && <CameBack payout={payout} isDone={isDone} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Details payout={payout} />
        <Stack>
          <Payee payout={payout} />
          <BankAccount payout={payout} />
        </Stack>
      </SimpleGrid>
      <History title={t('op.payouts.history')} filter={{ object_kind: 'payout', object_id: payout.payout_id }} />
      {step !== undefined && <PayoutStepDialog step={step} payouts={[payout]} onClose={() => setStep(undefined)} />}
    </Page>
  );
}

function Details({ payout }: { payout: OperatorPayout }) {
  const t = useStrings();
  const money = (amount: number) => <Money amount={amount} currency={payout.currency} />;
  return (
    <Panel title={t('op.payouts.details')}>
      <FactList
        facts={[
          {
            label: t('op.payouts.amount'),
            value: (
              <TracedMoney trace={`payout:${payout.payout_id}`} amount={payout.amount} currency={payout.currency} />
            ),
          },
          { label: t('op.payouts.fee'), value: money(payout.fee) },
          {
            label: t('op.payouts.net'),
            value: <Money amount={payout.net_amount} currency={payout.currency} fw={600} />,
          },
          { label: t('op.payouts.account'), value: t(`op.payouts.account.${payout.account}`) },
          { label: t('op.payouts.requested'), value: <Instant at={payout.created_at} /> },
          { label: t('op.payouts.by'), value: <Requester payout={payout} /> },
          ...at(t('op.payouts.approvedAt'), payout.approved_at),
          ...at(t('op.payouts.sentAt'), payout.sent_at),
          ...at(t(`state.${payout.status}`), payout.ended_at),
          ...(payout.reason === null ? [] : [{ label: t('op.payouts.reason'), value: payout.reason }]),
          ...(wentBack(payout) ? [{ label: t('op.payouts.wentBack'), value: <WentBack payout={payout} /> }] : []),
          {
            label: t('op.payouts.id'),
            value: <Copyable value={payout.payout_id} what={t('op.payouts.id')} />,
          },
        ]}
      />
    </Panel>
  );
}

function Requester({ payout: { requested_by: by } }: { payout: OperatorPayout }) {
  const t = useStrings();
  const name = by.name ?? t('audit.actor.person');
  if (by.kind === 'key') return t('audit.actor.key');
  return by.kind === 'schedule' ? t('audit.actor.schedule', { name }) : name;
}

function WentBack({ payout: { account, payee } }: { payout: OperatorPayout }) {
  const t = useStrings();
  const text = t('op.payouts.wentBack.to', { account: t(`op.payouts.account.${account}`), name: '\n' });
  return <Interpolated text={text} part={<PayeeLink payee={payee} />} />;
}

const at = (label: string, instant: string | null): Fact[] =>
  instant === null ? [] : [{ label, value: <Instant at={instant} /> }];

function Payee({ payout: { payee, debts } }: { payout: OperatorPayout }) {
  const t = useStrings();
  return (
    <Panel title={t('op.payouts.payee')}>
      <FactList
        facts={[
          {
            label: t('op.holders.name'),
            value: <PayeeLink payee={payee} />,
          },
          { label: t('op.holders.kind'), value: t(`kind.${payee.kind}`) },
          { label: t('op.holders.status'), value: <StateBadge state={payee.status} /> },
          {
            label: t('op.payouts.debts'),
            value:
              debts.length === 0
                ? t('op.payouts.debts.none')
                : debts.map((debt) => (
                    <Money key={debt.currency} amount={debt.amount} currency={debt.currency} me="xs" />
                  )),
          },
        ]}
      />
    </Panel>
  );
}

function BankAccount({ payout }: { payout: OperatorPayout }) {
  const t = useStrings();
  const { bank_account: bank } = payout;
  const { payee_check: check } = bank;
  const said = ({ result, name }: NonNullable<typeof check>): string =>
    name === null ? t(`audit.said.payeeCheck.${result}`) : t('bank.payee.close_match', { name });
  return (
    <Panel title={t('op.payouts.bank')}>
      <FactList
        facts={[
          { label: t('op.payouts.bank.holder'), value: bank.account_name },
          { label: t('op.payouts.bank.number'), value: `${bank.number} · ${bank.country}` },
          ...(check === null ? [] : [{ label: t('op.payouts.bank.check'), value: said(check) }]),
          { label: t('op.payouts.bank.added'), value: <Instant at={bank.added_at} /> },
        ]}
      />
      <AccountPast payout={payout} />
    </Panel>
  );
}
