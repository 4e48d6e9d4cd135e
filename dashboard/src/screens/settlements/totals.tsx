/** Who gets what of a settlement, by party and currency. */
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SettlementTotal } from '../../api/types.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

type Party = Pick<
  SettlementTotal,
  'beneficiary_type' | 'beneficiary_ref' | 'name' | 'is_shadow' | 'shadow_merchant_ref'
>;

type Props = {
  label: string;
  totals: readonly SettlementTotal[];
  /** Of a settlement that was made. */
  trace?: string;
  /** What to say of the shadow ledger, and to do with it, where nothing is recorded yet. */
  recorded?: { text: string; action: ReactNode };
};

/** What was or will be paid, and apart from it what is only recorded in the shadow ledger. */
export function Totals({ label, totals, trace, recorded: ahead }: Props) {
  const t = useStrings();
  const paid = totals.filter((total) => !total.is_shadow);
  const recorded = totals.filter((total) => total.is_shadow);
  return (
    <>
      {paid.length > 0 && (
        <Stack gap="xs">
          <Title order={2}>{label}</Title>
          <TotalTable label={label} totals={paid} trace={trace} />
        </Stack>
      )}
      {recorded.length > 0 && (
        <Stack gap="xs">
          <Group justify="space-between" align="flex-end" gap="sm">
            <div>
              <Title order={2}>{t('settlements.shadow')}</Title>
              <Text size="sm" c="dimmed">
                {ahead?.text ?? t('settlements.shadow.text')}
              </Text>
            </div>
            {ahead?.action}
          </Group>
          <TotalTable label={t('settlements.shadow')} totals={recorded} trace={trace} />
        </Stack>
      )}
    </>
  );
}

function TotalTable({ label, totals, trace }: Pick<Props, 'label' | 'totals'> & { trace: string | undefined }) {
  const t = useStrings();
  return (
    <Figures
      label={label}
      heads={[
        { title: t('settlements.party') },
        { title: t('settlements.shares'), align: 'end' },
        { title: t('settlements.amount'), align: 'end' },
      ]}
      rows={[...totals].sort(byCurrencyAndParty).map((total) => ({
        key: [
          total.beneficiary_type,
          total.beneficiary_ref,
          total.shadow_merchant_ref,
          total.name,
          total.currency,
          total.is_shadow,
        ].join('/'),
        cells: [
          <PartyName key="party" party={{ ...total, is_shadow: false }} />,
          total.lines,
          trace === undefined ? (
            <Money key="amount" amount={total.amount} currency={total.currency} fw={550} />
          ) : (
            <TracedMoney key="amount" trace={trace} amount={total.amount} currency={total.currency} fw={550} />
          ),
        ],
      }))}
    />
  );
}

const places = { merchant: 0, courier: 1, partner: 2 };

/** Restaurants, couriers, and one's own commission last. */
const byCurrencyAndParty = (one: SettlementTotal, other: SettlementTotal): number =>
  one.currency.localeCompare(other.currency) || places[one.beneficiary_type] - places[other.beneficiary_type];

export function PartyName({ party }: { party: Party }) {
  const t = useStrings();
  const name = party.name ?? party.shadow_merchant_ref ?? t(`party.${party.beneficiary_type}`);
  return (
    <div style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      <PayeeLink link={party.beneficiary_ref}>{name}</PayeeLink>
      {party.is_shadow && (
        <Text size="xs" c="dimmed">
          {t('settlements.shadow')}
        </Text>
      )}
    </div>
  );
}
