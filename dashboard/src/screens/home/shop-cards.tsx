/** A shop's today and its money, each figure with what it means. One row of cards for each currency. */
import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { ShopHome } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import classes from './home.module.css';

export function ShopCards({ facts }: { facts: ShopHome }) {
  const { today, balances, next_payout: payout } = facts;
  const named = [...today.currencies, ...balances].map(({ currency }) => currency);
  const currencies = [...new Set(payout === null ? named : [...named, payout.currency])].sort();
  return (
    <Stack gap="sm">
      {currencies.length === 0 && <RateCard facts={facts} />}
      {currencies.map((currency, place) => (
        <div key={currency} className={classes.today}>
          <TodayCard facts={facts} currency={currency} />
          {place === 0 && <RateCard facts={facts} />}
          <AvailableCard facts={facts} currency={currency} />
          <PayoutCard facts={facts} currency={currency} />
        </div>
      ))}
    </Stack>
  );
}

type Props = { facts: ShopHome; currency: string };

function TodayCard({ facts, currency }: Props) {
  const t = useStrings();
  const money = useMoney();
  const today = facts.today.currencies.find((one) => one.currency === currency);
  return (
    <FactCard
      label={t('shop.today')}
      value={<Money amount={today?.volume ?? 0} currency={currency} />}
      note={
        today === undefined
          ? t('shop.today.none')
          : `${t('shop.today.note', { count: today.payments })} · ${t('shop.net', { amount: money(today.net, currency) })}`
      }
    />
  );
}

function RateCard({ facts }: Pick<Props, 'facts'>) {
  const t = useStrings();
  const intl = useIntl();
  const { paid, unpaid } = facts.today;
  const ended = paid + unpaid;
  return (
    <FactCard
      label={t('shop.rate')}
      value={ended === 0 ? t('app.none') : intl.formatNumber(paid / ended, { style: 'percent' })}
      note={ended === 0 ? t('shop.rate.none') : t('shop.rate.note', { paid, ended })}
    />
  );
}

function AvailableCard({ facts, currency }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode } = useBook();
  const may = useMay();
  const { available = 0, debt = 0 } = facts.balances.find((one) => one.currency === currency) ?? {};
  const owed = debt > 0 && t('shop.available.debt', { amount: money(debt, currency) });
  return (
    <FactCard
      label={t('shop.available')}
      value={<Money amount={available} currency={currency} />}
      note={owed || (available === 0 ? t('shop.available.none') : undefined)}
      action={
        available > 0 &&
        may('payouts.request') && (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/h/$holderId/$mode/payouts/new" params={{ holderId, mode }} search={{ currency }} {...props} />
            )}
          >
            {t('shop.available.pay')}
          </Button>
        )
      }
    />
  );
}

function PayoutCard({ facts, currency }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const { holderId, mode } = useBook();
  const payout = facts.next_payout;
  if (payout === null || payout.currency !== currency) {
    return <FactCard label={t('shop.payout')} value={t('app.none')} note={t('shop.payout.none')} />;
  }
  const day = intl.formatDate(`${payout.expected_on}T00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' });
  return (
    <FactCard
      label={t('shop.payout')}
      value={<Money amount={payout.amount} currency={currency} />}
      note={`${t(`state.${payout.status}`)} · ${t('shop.payout.expected', { day })}`}
      action={
        <Button
          mt="xs"
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/h/$holderId/$mode/payouts" params={{ holderId, mode }} {...props} />}
        >
          {t('payouts.title')}
        </Button>
      }
    />
  );
}
