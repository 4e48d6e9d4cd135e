/** What payees say they handed over: the company confirms it, or declines. Nothing is shown while nothing waits. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import type { CashHandover } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { KeyHints, useItemKeys } from '../../ui/item-keys.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useOnce } from '../../ui/use-once.ts';
import classes from './cash.module.css';
import { useDecision } from './use-decision.ts';

/** The next ones follow as these are decided. */
const shownMax = 50;

export function ToConfirm() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const query = useQuery({
    queryKey: ['cash', holderId, mode, 'waiting'],
    queryFn: () =>
      pageOf(api.GET('/api/v1/cash/handovers', { params: { query: { status: 'waiting', limit: shownMax } } })),
  });
  const items = useItemKeys<HTMLUListElement>(['c', 'd']);
  // Who recorded it waits for the other side.
  const waiting = (query.data?.data ?? []).filter((one) => one.recorded_by === 'link');
  if (waiting.length === 0) return null;
  const keys = [
    [['j', 'k'], t('cash.keys.move')],
    [['c'], t('cash.keys.confirm')],
    [['d'], t('cash.keys.decline')],
  ] as const;
  return (
    <Panel
      title={t('cash.confirm.title')}
      isFlush
      {...(may('cash.record') ? { actions: <KeyHints keys={keys} /> } : {})}
    >
      <ul className={classes.items} {...items}>
        {waiting.map((one) => (
          <Waiting key={one.handover_id} handover={one} mayDecide={may('cash.record')} />
        ))}
      </ul>
    </Panel>
  );
}

function Waiting({ handover, mayDecide }: { handover: CashHandover; mayDecide: boolean }) {
  const t = useStrings();
  const money = useMoney();
  const decide = useDecision('company');
  const once = useOnce(decide);
  const { beneficiary_name: name, currency, note } = handover;
  const amount = money(handover.amount, currency);
  const words = t('cash.confirm.said', { name, amount });
  return (
    <li
      data-item
      tabIndex={mayDecide ? 0 : undefined}
      aria-label={mayDecide ? words : undefined}
      className={classes.item}
    >
      <div className={classes.words}>
        <Text fw={550}>{words}</Text>
        <Text size="sm" c="dimmed" component="div">
          <Dotted>
            <Instant at={handover.created_at} />
            {note !== null && <span>{note}</span>}
          </Dotted>
        </Text>
      </div>
      {mayDecide && (
        <Group gap="xs" wrap="nowrap">
          {(['decline', 'confirm'] as const).map((decision) => (
            <Button
              key={decision}
              flex={1}
              size="sm"
              variant={decision === 'confirm' ? 'filled' : 'default'}
              data-key={decision === 'confirm' ? 'c' : 'd'}
              aria-label={t(`cash.${decision}Of`, { name, amount })}
              loading={decide.isPending && decide.variables.decision === decision}
              disabled={decide.isPending}
              onClick={() => once(() => decide.mutate({ handover, decision }))}
            >
              {t(`cash.${decision}`)}
            </Button>
          ))}
        </Group>
      )}
    </li>
  );
}
