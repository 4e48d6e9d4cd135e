/** The cash that a payee holds, a card for each company and currency: handing it over, and what the company says it got. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { pageOf } from '../../api/client.ts';
import type { OwnCashHandover, OwnHeldCash } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { sumIn } from '../../ui/sums.ts';
import { useOnce } from '../../ui/use-once.ts';
import classes from './cash.module.css';
import { dayMs, Since } from './since.tsx';
import { useDecision } from './use-decision.ts';

const TransferDialog = lazyOnInput(async () => (await import('./transfer-dialog.tsx')).TransferDialog);
const HandOverDialog = lazyOnInput(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog);

/** Among the newest; older ones are in the list of handovers. */
const readMax = 100;

export function OwnCash({ held }: { held: readonly OwnHeldCash[] }) {
  const { holderId, mode, api } = useBook();
  const handovers = useQuery({
    queryKey: ['earnings-cash', holderId, mode, 'newest'],
    queryFn: () => pageOf(api.GET('/api/v1/earnings/cash/handovers', { params: { query: { limit: readMax } } })),
  });
  const waiting = (handovers.data?.data ?? []).filter(({ status }) => status === 'waiting');
  return (
    <Stack gap="sm">
      {held.map((one) => (
        <InHand
          key={`${one.beneficiary_ref}/${one.currency}`}
          held={one}
          waiting={waiting.filter(
            ({ beneficiary_ref: ref, currency }) => ref === one.beneficiary_ref && currency === one.currency,
          )}
        />
      ))}
    </Stack>
  );
}

function InHand({ held: row, waiting }: { held: OwnHeldCash; waiting: readonly OwnCashHandover[] }) {
  const t = useStrings();
  const may = useMay();
  const heading = useId();
  const [open, setOpen] = useState<'handover' | 'transfer'>();
  const { company, currency, held, limit, expected } = row;
  const both = [held, expected].map((amount) => ({ currency, amount }));
  const isAbove = limit !== null && sumIn(both, currency, ({ amount }) => amount) > limit;
  return (
    <Card withBorder padding="md" component="section" aria-labelledby={heading}>
      <Stack gap="sm">
        <div>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text component="h2" c="dimmed" size="sm" id={heading}>
              {t('ownCash.title', { company })}
            </Text>
            {isAbove && <Flag tone="failed">{t('ownCash.aboveLimit')}</Flag>}
          </Group>
          <Text component="div" fz={{ base: 20, xs: 24 }} fw={650} lh={1.3} lts="-0.01em">
            <Money amount={held} currency={currency} />
          </Text>
          <Text c="dimmed" size="xs">
            {t(isAbove ? 'ownCash.aboveLimit.text' : 'ownCash.text')}
          </Text>
        </div>
        <InHandFacts row={row} />
        {waiting.map((one) => (
          <Waiting key={one.handover_id} handover={one} />
        ))}
        {may('own_cash.hand_over') && (
          <Group gap="xs" grow>
            {held > row.waiting && (
              <Button
                variant={waiting.some(({ recorded_by: by }) => by === 'company') ? 'default' : 'filled'}
                aria-label={t('ownCash.handOverOf', { company })}
                onClick={() => setOpen('handover')}
              >
                {t('ownCash.handOver')}
              </Button>
            )}
            {row.transferable && (held > 0 || row.reference !== null) && (
              <Button
                variant="default"
                aria-label={t('ownCash.transferOf', { company })}
                onClick={() => setOpen('transfer')}
              >
                {t('ownCash.transfer')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {open === 'handover' && <HandOverDialog held={row} onClose={() => setOpen(undefined)} />}
      {open === 'transfer' && <TransferDialog row={row} company={company} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

/** What is nothing is left out. */
function InHandFacts({ row }: { row: OwnHeldCash }) {
  const t = useStrings();
  const { currency, held_since: since, days_max: days, limit, expected } = row;
  const facts: (false | readonly [label: string, value: ReactNode])[] = [
    since !== null && [t('ownCash.since'), <Since key="since" at={since} />],
    since !== null &&
      days !== null && [
        t('ownCash.until'),
        <Instant key="until" at={new Date(Date.parse(since) + days * dayMs).toISOString()} day />,
      ],
    expected > 0 && [t('ownCash.expected'), <Money key="expected" amount={expected} currency={currency} />],
    limit !== null && [t('ownCash.limit'), <Money key="limit" amount={limit} currency={currency} />],
  ];
  const shown = facts.filter((one) => one !== false);
  return (
    shown.length > 0 && (
      <dl className={classes.facts}>
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  );
}

const variants = { confirm: 'filled', decline: 'default', withdraw: 'subtle' } as const;

/** Who recorded it may withdraw it; what the company recorded, the payee confirms or declines. */
function Waiting({ handover }: { handover: OwnCashHandover }) {
  const t = useStrings();
  const money = useMoney();
  const may = useMay();
  const decide = useDecision('link');
  const once = useOnce(decide);
  const { company, recorded_by: by, note } = handover;
  const amount = money(handover.amount, handover.currency);
  const decisions = by === 'link' ? (['withdraw'] as const) : (['decline', 'confirm'] as const);
  return (
    <div className={classes.waiting}>
      <div className={classes.words}>
        <Text fw={550} size="sm">
          {t(by === 'link' ? 'ownCash.waiting' : 'ownCash.said', { amount, company })}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <Dotted>
            <Instant at={handover.created_at} />
            {note !== null && <span>{note}</span>}
            {by === 'company' && <span>{t('ownCash.said.text')}</span>}
          </Dotted>
        </Text>
      </div>
      {may('own_cash.hand_over') && (
        <Group gap="xs" wrap="nowrap">
          {decisions.map((decision) => (
            <Button
              key={decision}
              {...(decision === 'withdraw' ? { size: 'compact-sm', ml: -8 } : { size: 'sm', flex: 1 })}
              variant={variants[decision]}
              loading={decide.isPending && decide.variables.decision === decision}
              disabled={decide.isPending}
              onClick={() => once(() => decide.mutate({ handover, decision }))}
            >
              {t(`cash.${decision}`)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
