/** The operator's home: everything that waits for a person, oldest first, renewed by itself. */
import { Anchor, Card, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OperatorInbox } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { InboxAside, Tile } from './inbox-aside.tsx';
import classes from './operator.module.css';
import { PayoutFlags } from './payout-flags.tsx';

export function Inbox() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'inbox', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/inbox')),
    refetchInterval: 10_000,
  });
  return (
    <Page title={t('op.inbox.title')} note={t('op.inbox.note')}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[180, 120]} />}
      {query.data !== undefined && (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Waiting inbox={query.data} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <InboxAside inbox={query.data} />
          </Grid.Col>
        </Grid>
      )}
    </Page>
  );
}

type Props = { inbox: OperatorInbox };

function Waiting({ inbox }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { approvals, payouts, top_ups: topUps, write_offs: writeOffs, reversals, transfers, disputes } = inbox;
  const lists = [approvals, payouts, topUps, writeOffs, reversals, transfers];
  if (lists.every(({ count }) => count === 0) && disputes.due === 0) {
    return (
      <Card withBorder>
        <EmptyState icon="inbox" title={t('op.inbox.clear.title')} text={t('op.inbox.clear.text')} />
      </Card>
    );
  }
  return (
    <Stack>
      <Payouts inbox={inbox} />
      {transfers.count > 0 && (
        <Tile
          title={t('op.inbox.transfers')}
          value={transfers.count}
          text={t('op.inbox.transfers.text')}
          link={(props) => <Link to="/h/$holderId/$mode/operator/transfers" params={{ holderId, mode }} {...props} />}
        />
      )}
      <TopUps inbox={inbox} />
      {reversals.count > 0 && (
        <Tile
          title={t('op.inbox.reversals')}
          value={reversals.count}
          text={t('op.inbox.reversals.text')}
          link={(props) => (
            <Link
              to="/h/$holderId/$mode/operator/top-ups"
              params={{ holderId, mode }}
              search={{ status: 'reversal' }}
              {...props}
            />
          )}
        />
      )}
      {writeOffs.count > 0 && <WriteOffs inbox={inbox} />}
      <Approvals inbox={inbox} />
    </Stack>
  );
}

const item = `${classes.item} ${classes.link}`;

function Payouts({ inbox: { payouts } }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const params = { holderId, mode };
  return (
    <Section
      title={t('op.inbox.payouts')}
      count={payouts.count}
      shown={payouts.first.length}
      none={t('op.inbox.payouts.none')}
      all={(props) => <Link to="/h/$holderId/$mode/operator/payouts" params={params} {...props} />}
    >
      {payouts.first.map((payout) => (
        <li key={payout.payout_id}>
          <Link
            to="/h/$holderId/$mode/operator/payouts/$id"
            params={{ ...params, id: payout.payout_id }}
            className={item}
          >
            <Row
              name={payout.payee.name}
              amount={<Money amount={payout.amount} currency={payout.currency} fw={600} />}
              below={t(`kind.${payout.payee.kind}`)}
              at={payout.created_at}
              flags={<PayoutFlags payout={payout} />}
            />
          </Link>
        </li>
      ))}
    </Section>
  );
}

function TopUps({ inbox: { top_ups: topUps } }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const params = { holderId, mode };
  return (
    <Section
      title={t('op.inbox.topUps')}
      count={topUps.count}
      shown={topUps.first.length}
      none={t('op.inbox.topUps.none')}
      all={(props) => <Link to="/h/$holderId/$mode/operator/top-ups" params={params} {...props} />}
    >
      {topUps.first.map((topUp) => (
        <li key={topUp.topup_id}>
          <Link
            to="/h/$holderId/$mode/operator/top-ups"
            params={params}
            search={{ search: topUp.topup_id }}
            className={item}
          >
            <Row
              name={topUp.holder.name}
              amount={<Money amount={topUp.amount} currency={topUp.currency} fw={600} />}
              below={t(`kind.${topUp.holder.kind}`)}
              at={topUp.created_at}
            />
          </Link>
        </li>
      ))}
    </Section>
  );
}

function WriteOffs({ inbox: { write_offs: writeOffs } }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Section title={t('op.inbox.writeOffs')} count={writeOffs.count} shown={writeOffs.first.length}>
      {writeOffs.first.map((writeOff) => (
        <li key={writeOff.debt_settlement_id}>
          <Link
            to="/h/$holderId/$mode/operator/accounts/$id"
            params={{ holderId, mode, id: String(writeOff.holder.holder_id) }}
            className={item}
          >
            <Row
              name={writeOff.holder.name}
              amount={<Money amount={writeOff.amount} currency={writeOff.currency} fw={600} />}
              below={t(`kind.${writeOff.holder.kind}`)}
              at={writeOff.requested_at}
            />
          </Link>
        </li>
      ))}
    </Section>
  );
}

function Approvals({ inbox: { approvals } }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const params = { holderId, mode };
  return (
    <Section
      title={t('op.inbox.approvals')}
      count={approvals.count}
      shown={approvals.first.length}
      none={t('op.inbox.approvals.none')}
      all={(props) => (
        <Link to="/h/$holderId/$mode/operator/accounts" params={params} search={{ status: 'pending' }} {...props} />
      )}
    >
      {approvals.first.map(({ holder, requested_at }) => (
        <li key={holder.holder_id}>
          <Link
            to="/h/$holderId/$mode/operator/accounts/$id"
            params={{ ...params, id: String(holder.holder_id) }}
            className={item}
          >
            <Row name={holder.name} below={t(`kind.${holder.kind}`)} at={requested_at} />
          </Link>
        </li>
      ))}
    </Section>
  );
}

type SectionProps = {
  title: string;
  count: number;
  shown: number;
  none?: string;
  /** Absent where each is decided on the page of its account. */
  all?: (props: object) => ReactNode;
  children: ReactNode;
};

function Section({ title, count, shown, none, all, children }: SectionProps) {
  const t = useStrings();
  return (
    <Card withBorder padding={0} component="section">
      <Group justify="space-between" px="md" py="sm">
        <Group gap="xs">
          <Title order={2} size="h3">
            {title}
          </Title>
          <Flag tone={count > 0 ? 'waiting' : 'neutral'}>{count}</Flag>
        </Group>
        {count > 0 && all !== undefined && (
          <Anchor size="sm" renderRoot={all}>
            {count > shown ? t('op.inbox.seeAll', { count }) : t('op.inbox.review')}
          </Anchor>
        )}
      </Group>
      {count === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          {none}
        </Text>
      ) : (
        <ul className={classes.rows}>{children}</ul>
      )}
    </Card>
  );
}

type RowProps = { name: string; amount?: ReactNode; below: string; at: string; flags?: ReactNode };

const Row = ({ name, amount, below, at, flags }: RowProps) => (
  <Stack gap={6}>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text fw={550} truncate>
        {name}
      </Text>
      {amount}
    </Group>
    <Group justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" component="div">
        {below} · <Instant at={at} />
      </Text>
      {flags}
    </Group>
  </Stack>
);
