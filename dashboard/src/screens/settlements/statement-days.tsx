/** The days of a statement, newest first, one row each, which opens to the day's movements. Those are read when it is opened. */
import { Button, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { pageOf } from '../../api/client.ts';
import type { FoldedMovement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { dayOf, InstantForm } from '../../ui/instant-form.ts';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import type { Account } from './account-month.tsx';
import classes from './statement-days.module.css';

/** A day of one account, as it is read. */
export type OneDay = { party: string; month: string; account: string; currency: string; date: string };
type Of = Pick<OneDay, 'party' | 'month'>;
type Day = Account['days'][number];

export function DayList({ account, of }: { account: Account; of: Of }) {
  const t = useStrings();
  const heads = ['statements.at', 'statements.credits', 'statements.debits', 'statements.balance'] as const;
  return (
    <div className={classes.days}>
      <div className={classes.heads} aria-hidden="true">
        {heads.map((head) => (
          <span key={head}>{t(head)}</span>
        ))}
      </div>
      <ul className={classes.list} aria-label={t('statements.days')}>
        {account.days.map((day) => (
          <DayRow key={day.date} day={day} account={account} of={of} />
        ))}
      </ul>
    </div>
  );
}

function DayRow({ day, account, of }: { day: Day; account: Account; of: Of }) {
  const t = useStrings();
  const intl = useIntl();
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { currency } = account;
  const moved = (amount: number) => amount !== 0 && <Money amount={amount} currency={currency} signed />;
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.day ?? ''} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <span className={classes.date}>
          <span className={classes.chevron}>
            <Icon name="chevron-right" size={16} />
          </span>
          {intl.formatDate(`${day.date}T00:00:00Z`, {
            timeZone: 'UTC',
            weekday: 'short',
            month: 'short',
            day: 'numeric',
          })}
        </span>
        <span className={classes.in}>{moved(day.credits)}</span>
        <span className={classes.out}>{moved(day.debits)}</span>
        <span className={classes.balance}>
          <span className={classes.balanceName}>{t('statements.balance')}</span>{' '}
          <Money amount={day.closing_balance} currency={currency} />
        </span>
      </UnstyledButton>
      <div id={id}>{isOpen && <Movements day={{ ...of, account: account.account, currency, date: day.date }} />}</div>
    </li>
  );
}

const kinds = ['clearing', 'commission', 'earnings'] as const;

function Movements({ day: { party, month, account, currency, date } }: { day: OneDay }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const kind = kinds.find((one) => one === account) ?? 'clearing';
  const query = useInfiniteQuery({
    queryKey: ['statement', holderId, mode, party, month, account, currency, date],
    queryFn: ({ pageParam: cursor }) =>
      pageOf(
        api.GET('/api/v1/statements/{month}/days/{date}', {
          params: {
            path: { month, date },
            query: { beneficiary_ref: party, account: kind, currency, ...(cursor === undefined ? {} : { cursor }) },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  if (query.isPending) return <Loading heights={[36]} px="md" pb="sm" />;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <InstantForm value={{ isBrief: true, day: dayOf(new Date(`${date}T12:00:00`)) }}>
      <ul className={classes.movements}>
        {query.data.pages
          .flatMap(({ data }) => data)
          .map((movement) => (
            <li key={movement.movement_id} data-out={movement.amount < 0 || undefined}>
              <Movement movement={movement} currency={currency} />
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          m="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('statements.showMore')}
        </Button>
      )}
    </InstantForm>
  );
}

function Movement({ movement, currency }: { movement: FoldedMovement; currency: string }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { settlement_id: settlement, partner_order_ref: ref, transfers } = movement;
  const amount = { amount: movement.amount, currency, signed: true };
  return (
    <>
      <div>
        <Text component="span" size="sm">
          {movement.what}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <Dotted>
            <Instant at={movement.at} />
            {settlement !== null && (
              <Link
                to="/h/$holderId/$mode/settlements/$id"
                params={{ holderId, mode, id: String(settlement) }}
                data-underline="always"
              >
                {t('settlements.one', { id: String(settlement) })}
              </Link>
            )}
            {ref !== null && (
              <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref }} data-underline="always">
                {ref}
              </Link>
            )}
            {transfers > 1 && <span>{t('statements.transfers', { count: transfers })}</span>}
          </Dotted>
        </Text>
      </div>
      {transfers === 1 ? (
        <TracedMoney trace={`transfer:${movement.movement_id}`} {...amount} size="sm" />
      ) : (
        <Money {...amount} size="sm" />
      )}
    </>
  );
}
