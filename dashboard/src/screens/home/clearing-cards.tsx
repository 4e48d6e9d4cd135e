/** Per currency: what clearing has, what the next settlement needs, when it runs, and a top-up. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompanyHome } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LazyCityOffer } from '../test-city/lazy-city-offer.tsx';
import classes from './home.module.css';

const TopUpDialog = lazyOnInput(async () => (await import('../wallets/top-up-dialog.tsx')).TopUpDialog);

type Currency = CompanyHome['currencies'][number];

export function ClearingCards({ facts }: { facts: CompanyHome }) {
  const t = useStrings();
  const { mode } = useBook();
  const may = useMay();
  const [topUp, setTopUp] = useState<Currency | 'any'>();
  const currencies = facts.currencies.map(({ currency }) => currency);
  const missing =
    topUp === undefined || topUp === 'any' || topUp.missing === 0
      ? undefined
      : { amount: topUp.missing, currency: topUp.currency };
  return (
    <>
      {currencies.length > 0 ? (
        <div className={classes.cards}>
          {facts.currencies.map((one) => (
            <ClearingCard
              key={one.currency}
              of={one}
              onTopUp={may('wallets.top_up') ? () => setTopUp(one) : undefined}
            />
          ))}
        </div>
      ) : (
        <Panel title={t('home.clearing')}>
          <EmptyState
            icon="list-details"
            title={t('home.empty.title')}
            text={t(mode === 'test' ? 'home.empty.text' : 'home.empty.live')}
            action={
              <>
                <FirstOrder />
                {may('wallets.top_up') && (
                  <Button
                    variant="default"
                    leftSection={<Icon name="plus" size={16} />}
                    onClick={() => setTopUp('any')}
                  >
                    {t('home.topUp')}
                  </Button>
                )}
                {mode === 'test' && <LazyCityOffer />}
              </>
            }
          />
        </Panel>
      )}
      {topUp !== undefined && (
        <TopUpDialog
          currencies={
            topUp === 'any' ? [] : [topUp.currency, ...currencies.filter((currency) => currency !== topUp.currency)]
          }
          {...(missing === undefined ? {} : { missing })}
          onClose={() => setTopUp(undefined)}
        />
      )}
    </>
  );
}

/** To where a request can be sent, or read about. */
function FirstOrder() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  if (!may('requests.try'))
    return (
      <Button component="a" href="/docs">
        {t('try.reference')}
      </Button>
    );
  return (
    <Button
      renderRoot={(props) => <Link to="/h/$holderId/$mode/developers/try" params={{ holderId, mode }} {...props} />}
    >
      {t('try.title')}
    </Button>
  );
}

function NextRun({ at }: { at: string }) {
  const t = useStrings();
  return (
    <Dotted>
      <span>
        {t('home.nextRun')} <Countdown to={at} />
      </span>
      <Instant at={at} zone />
    </Dotted>
  );
}

type CardProps = { of: Currency; onTopUp: (() => void) | undefined };

function ClearingCard({ of, onTopUp }: CardProps) {
  const t = useStrings();
  const money = useMoney();
  const { currency, next_run_at: nextRun } = of;
  const isShort = of.missing > 0;
  return (
    <Panel
      title={currency}
      actions={
        <Text size="sm" c="dimmed" component="div">
          {nextRun === null ? t('home.paused') : <NextRun at={nextRun} />}
        </Text>
      }
    >
      <Stack gap="md">
        <div className={classes.sides}>
          <div>
            <Text size="sm" c="dimmed">
              {t('home.clearing')}
            </Text>
            <Text fz={26} fw={650} component="div" lh={1.3}>
              <Money amount={of.clearing} currency={currency} />
            </Text>
          </div>
          <div>
            <Text size="sm" c="dimmed">
              {t('home.needed')}
              {of.at_least ? ` ${t('home.needed.least')}` : ''}
            </Text>
            <Text fz={26} fw={650} component="div" lh={1.3}>
              <Money amount={of.needed} currency={currency} />
            </Text>
            <Text size="sm" c="dimmed">
              {t('home.orders', { count: of.orders })}
            </Text>
          </div>
        </div>
        <div
          className={classes.meter}
          data-short={isShort || undefined}
          style={{ '--filled': `${filledPart(of)}%` } as React.CSSProperties}
          aria-hidden="true"
        />
        <Group justify="space-between" gap="xs">
          <Text c={isShort ? 'var(--tone-waiting)' : 'var(--tone-done)'} fw={550}>
            {isShort ? t('home.missing', { amount: money(of.missing, currency) }) : t('home.covered')}
          </Text>
          {onTopUp !== undefined && (
            <Button
              size="sm"
              variant={isShort ? 'filled' : 'default'}
              leftSection={<Icon name="plus" size={16} />}
              onClick={onTopUp}
            >
              {t('home.topUp')}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

const whole = 100;

/** How much of what is needed can be spent, for the picture only. */
const filledPart = ({ needed, missing }: Currency): number =>
  needed === 0 ? whole : Math.max(0, Math.min(whole, ((needed - missing) / needed) * whole));
