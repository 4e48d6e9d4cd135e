/** The companies that a payee is linked to: what each holds for them, and their monthly statement. */
import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { StatementForm } from './statement-form.tsx';
import type { Company } from './types.ts';

export const Companies = ({ companies }: { companies: readonly Company[] }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
    {companies.map((company) => (
      <CompanyCard key={company.beneficiary_ref} company={company} />
    ))}
  </SimpleGrid>
);

const facts = [
  ['available', 'earnings.available'],
  ['upcoming', 'earnings.upcoming'],
  ['on_hold', 'earnings.onHold'],
  ['debt', 'earnings.debt'],
] as const;

function CompanyCard({ company }: { company: Company }) {
  const t = useStrings();
  const { next_settlement_at: next } = company;
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h3">
              {company.company}
            </Title>
            <Text size="xs" c="dimmed">
              {next === null ? (
                t('earnings.paused')
              ) : (
                <>
                  {t('earnings.nextRun', { when: '' })}
                  <Instant at={next} />
                </>
              )}
              {' · '}
              {t('earnings.orders', { count: company.upcoming_orders })}
            </Text>
          </div>
          {company.status === 'ended' && (
            <Badge variant="light" color="gray">
              {t('earnings.ended')}
            </Badge>
          )}
        </Group>
        {company.balances.map((balance) => (
          <Stack key={balance.currency} gap={2}>
            {facts
              .filter(([name], index) => index === 0 || balance[name] !== 0)
              .map(([name, label]) => (
                <Group key={name} justify="space-between">
                  <Text c="dimmed">{t(label)}</Text>
                  <Money amount={balance[name]} currency={balance.currency} fw={550} />
                </Group>
              ))}
          </Stack>
        ))}
        <Group justify="space-between">
          <Text c="dimmed">{t('earnings.ref')}</Text>
          <Copyable value={String(company.beneficiary_ref)} what={t('earnings.ref')} />
        </Group>
        <StatementForm company={company} />
      </Stack>
    </Card>
  );
}
