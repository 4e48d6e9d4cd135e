/** Who gets which share of an order, and what was taken from it or paid on it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { TracedSplit } from '../../api/types.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import type { StringId } from '../../strings/strings.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { usePartyName } from './party-name.ts';

const SplitTable = lazy(async () => ({ default: (await import('./split-table.tsx')).SplitTable }));

type Props = {
  splits: readonly TracedSplit[];
  /** Which of them collects the cash; -1: none is known to. */
  collects: number;
  currency: string;
  /** The order's amount less its splits. */
  difference: number;
  /** The order's amount, which the splits and the difference come to. */
  total: number;
  mayAssign: (place: number) => boolean;
  onAssign: (place: number) => void;
};

type Column = { of: 'captured' | 'reduced' | 'reversed' | 'paid_outside' | 'claimed'; title: StringId };

export type ShownSplits = Pick<Props, 'splits' | 'currency' | 'difference' | 'total'> & {
  shown: readonly Column[];
  partyOf: (split: TracedSplit, place: number) => ReactNode;
};

/** The row for what the splits and the order's amount differ by. */
export const nameOfRest = (difference: number): StringId =>
  difference > 0 ? 'order.unassigned' : 'order.overAssigned';

const columns: readonly Column[] = [
  { of: 'captured', title: 'order.captured' },
  { of: 'reduced', title: 'order.reduced' },
  { of: 'reversed', title: 'order.reversed' },
  { of: 'paid_outside', title: 'order.paidOutside' },
  { of: 'claimed', title: 'order.claimed' },
];

export function OrderSplits({ splits, collects, currency, difference, total, mayAssign, onAssign }: Props) {
  const t = useStrings();
  const isPhone = useIsPhone();
  // Columns of zeros say nothing.
  const shown = columns.filter(({ of }) => splits.some((split) => (split[of] ?? 0) !== 0));
  const partyOf = (split: TracedSplit, place: number) => (
    <Party
      split={split}
      collects={place === collects}
      {...(mayAssign(place) ? { onAssign: () => onAssign(place) } : {})}
    />
  );
  if (isPhone) {
    return (
      <Stack gap={0}>
        {splits.map((split, place) => (
          <Stack
            key={place.toString()}
            gap={6}
            p="md"
            style={{ borderTop: place === 0 ? 'none' : '1px solid var(--line)' }}
          >
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              {partyOf(split, place)}
              <Money amount={split.amount} currency={currency} fw={600} />
            </Group>
            {shown.map(({ of, title }) => (
              <Group key={of} justify="space-between" fz="sm" c="dimmed">
                <span>{t(title)}</span>
                <Money amount={split[of] ?? 0} currency={currency} />
              </Group>
            ))}
            {shown.length > 0 && (
              <Group justify="space-between" fz="sm">
                <span>{t('order.left')}</span>
                <Money amount={split.left} currency={currency} fw={600} />
              </Group>
            )}
          </Stack>
        ))}
        {difference !== 0 && (
          <Group justify="space-between" wrap="nowrap" p="md" style={{ borderTop: '1px solid var(--line)' }}>
            <Text fw={550}>{t(nameOfRest(difference))}</Text>
            <Money amount={difference} currency={currency} fw={600} />
          </Group>
        )}
        <Group justify="space-between" wrap="nowrap" p="md" style={{ borderTop: '1px solid var(--line)' }}>
          <Text fw={650}>{t('order.total')}</Text>
          <Money amount={total} currency={currency} fw={650} />
        </Group>
      </Stack>
    );
  }
  return (
    <Suspense fallback={<Loading heights={splits.map(() => 58)} p="md" />}>
      <SplitTable {...{ splits, shown, currency, difference, total, partyOf }} />
    </Suspense>
  );
}

type PartyProps = {
  split: TracedSplit;
  /** It collects the cash. */
  collects: boolean;
  /** Undefined where it can't be assigned. */
  onAssign?: () => void;
};

function Party({ split, collects, onAssign }: PartyProps) {
  const t = useStrings();
  const partyName = usePartyName();
  return (
    <Group gap="xs">
      <div>
        <Text fw={550}>
          <PayeeLink link={split.beneficiary_type === 'partner' ? null : split.beneficiary_ref}>
            {partyName(split)}
          </PayeeLink>
        </Text>
        {split.beneficiary_type !== 'partner' && (
          <Text size="xs" c="dimmed" component="div">
            <Dotted>
              {t(`order.party.${split.beneficiary_type}`)}
              {split.beneficiary_ref !== null && <span>{t('order.party.link', { id: split.beneficiary_ref })}</span>}
            </Dotted>
          </Text>
        )}
        {collects && (
          <Text size="xs" c="dimmed">
            {t('order.collectsCash')}
          </Text>
        )}
      </div>
      {onAssign !== undefined && (
        <Button size="compact-xs" variant="light" onClick={onAssign}>
          {t('order.act.assign')}
        </Button>
      )}
    </Group>
  );
}
