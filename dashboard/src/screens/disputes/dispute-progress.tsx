/** How far a dispute is that the bank reviews, and what it did to the balance. */
import { Stack, Text, Timeline } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DisputeInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';

type Props = { dispute: DisputeInFull };

export function DisputeProgress({ dispute }: Props) {
  const t = useStrings();
  const { created_at: opened, evidence_submitted_at: submitted } = dispute;
  return (
    <Panel title={t('dispute.own.progress')}>
      <Timeline active={submitted === null ? 0 : 1} bulletSize={26} lineWidth={2}>
        <Timeline.Item bullet={<Icon name="alert-triangle" size={14} />} title={t('dispute.own.opened')}>
          <When at={opened} />
        </Timeline.Item>
        {submitted !== null && (
          <Timeline.Item bullet={<Icon name="check" size={14} />} title={t('evidence.state.submitted')}>
            <When at={submitted} />
          </Timeline.Item>
        )}
        <Timeline.Item bullet={<Icon name="clock" size={14} />} title={t('dispute.own.decision')}>
          <Text size="sm">{t('dispute.own.decision.text')}</Text>
        </Timeline.Item>
      </Timeline>
    </Panel>
  );
}

const When = ({ at }: { at: string }) => (
  <Text size="xs" c="dimmed" component="div">
    <Instant at={at} />
  </Text>
);

export function BalanceEffect({ dispute }: Props) {
  const t = useStrings();
  const format = useMoney();
  const { holderId, mode } = useBook();
  const { dispute_id: id, amount, currency, money } = dispute;
  return (
    <Panel title={t('dispute.own.balance')}>
      <Stack gap="xs">
        <Text>{t(`dispute.own.balance.${money}`, { amount: format(amount, currency) })}</Text>
        <Link to="/h/$holderId/$mode/traces/$id" params={{ holderId, mode, id: `dispute:${id}` }}>
          {t('trace.title')}
        </Link>
      </Stack>
    </Panel>
  );
}
