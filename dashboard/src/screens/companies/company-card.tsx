/** One company: since when and as what, what it holds, the statement of a month, and the end of the link. */
import { Button, Card, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { CompanyLink } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { Company } from '../earnings/types.ts';
import { StatementForm } from './statement-form.tsx';
import type { Balance } from './types.ts';

type Props = {
  link: CompanyLink;
  /** Undefined until it was read. */
  company: Company | undefined;
  /** Undefined for someone who may not end the link. */
  onEnd?: () => void;
};

export function CompanyCard({ link, company, onEnd }: Props) {
  const t = useStrings();
  const heading = useId();
  const { company: name, type, status, modes, ended_at: ended } = link;
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby={heading}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h3" id={heading} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text size="sm" c="dimmed">
              {t('companies.as', { type, name: link.name })}
            </Text>
          </div>
          <StateBadge state={status} />
        </Group>
        {company?.balances.map((balance) => (
          <Balances key={balance.currency} balance={balance} />
        ))}
        {company !== undefined && status === 'active' && <NextRun company={company} />}
        <Divider color="var(--line)" />
        <Line label={t('companies.since')}>
          <Instant at={link.created_at} day />
        </Line>
        {ended !== null && (
          <Line label={t('companies.until')}>
            <Instant at={ended} day />
          </Line>
        )}
        <Line label={t('companies.modes')}>
          {t(modes.includes('live') ? 'companies.modes.both' : 'companies.modes.test')}
        </Line>
        <Line label={t('earnings.ref', { company: name })}>
          <Copyable value={String(link.id)} what={t('earnings.ref', { company: name })} />
        </Line>
        <Divider color="var(--line)" />
        <StatementForm link={link} />
        {onEnd !== undefined && (
          <Button
            variant="subtle"
            color="danger"
            c="var(--tone-failed)"
            size="sm"
            mt="auto"
            ms={-10}
            px={10}
            style={{ alignSelf: 'flex-start' }}
            onClick={onEnd}
          >
            {t('companies.end', { company: name })}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

const sums = [
  ['available', 'earnings.available'],
  ['upcoming', 'earnings.upcoming'],
  ['on_hold', 'earnings.onHold'],
  ['debt', 'earnings.debt'],
] as const;

/** What is nothing is left out, but for what can be paid out. */
const Balances = ({ balance }: { balance: Balance }) => {
  const t = useStrings();
  return (
    <Stack gap={2}>
      {sums
        .filter(([name], index) => index === 0 || balance[name] !== 0)
        .map(([name, label]) => (
          <Line key={name} label={t(label)}>
            <Money amount={balance[name]} currency={balance.currency} fw={600} />
          </Line>
        ))}
    </Stack>
  );
};

function NextRun({ company: { next_settlement_at: next, upcoming_orders: orders } }: { company: Company }) {
  const t = useStrings();
  return (
    <Text size="sm" c="dimmed">
      {next === null ? (
        t('earnings.paused')
      ) : (
        <>
          {t('earnings.nextRun', { when: '' })}
          <Instant at={next} />
        </>
      )}
      <br />
      {t('earnings.orders', { count: orders })}
    </Text>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text c="dimmed">{label}</Text>
    <Text component="div">{children}</Text>
  </Group>
);
