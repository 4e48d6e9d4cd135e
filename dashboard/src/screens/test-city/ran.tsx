/** What the last move of an evening ran, in words that lead to the rows. */
import { Anchor, Text } from '@mantine/core';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Event, TestEvening } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import type { OrderFilter } from '../orders/order-list.ts';
import { useEveningTime } from './use-evening-time.ts';

type Said = { key: string; words: string; link: LinkProps };

export function Ran({ evening }: { evening: TestEvening }) {
  const t = useStrings();
  const timeOf = useEveningTime(evening);
  const said = useSaid(evening);
  const { from, to } = evening.ran;
  return (
    // Once the move is done: while it is under way the sentence changes each second.
    <div role={evening.is_playing ? undefined : 'status'}>
      <Text>
        <Text span fw={550}>
          {t('city.span', { from: timeOf(from), to: timeOf(to) })}:
        </Text>{' '}
        {said.length === 0 && t('city.ran.nothing')}
        {said.map(({ key, words, link }, place) => (
          <Fragment key={key}>
            {place > 0 && ', '}
            <Anchor renderRoot={(props) => <Link {...link} {...props} />}>{words}</Anchor>
          </Fragment>
        ))}
      </Text>
      {evening.refused_steps > 0 && <Text c="dimmed">{t('city.refused', { count: evening.refused_steps })}</Text>}
    </div>
  );
}

/** What there was none of is not said. */
function useSaid({ ran }: TestEvening): Said[] {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const params = { holderId, mode };
  const countOf = (...types: string[]) =>
    ran.events.reduce((sum, { type, count }) => (types.includes(type) ? sum + count : sum), 0);
  const orders = (search: Partial<OrderFilter>): LinkProps =>
    linkOptions({ to: '/h/$holderId/$mode/orders', params, search });
  const events = (type: Event['type']): LinkProps =>
    linkOptions({ to: '/h/$holderId/$mode/developers/events', params, search: { type } });
  const disputes = linkOptions({ to: '/h/$holderId/$mode/disputes', params });
  const webhooks = linkOptions({ to: '/h/$holderId/$mode/webhooks', params });
  const all: [key: string, count: number, words: (values: { count: number }) => string, link: LinkProps][] = [
    ['orders', countOf('order.created'), (of) => t('city.ran.orders', of), orders({})],
    ['paid', countOf('payment.paid'), (of) => t('city.ran.paid', of), events('payment.paid')],
    ['declined', countOf('payment.declined'), (of) => t('city.ran.declined', of), events('payment.declined')],
    [
      'cancelled',
      countOf('order.cancelled'),
      (of) => t('city.ran.cancelled', of),
      orders({ payment_status: 'cancelled' }),
    ],
    ['held', countOf('order.held'), (of) => t('city.ran.held', of), orders({ settlement_status: 'on_hold' })],
    ['refunds', countOf('order_refund.created'), (of) => t('city.ran.refunds', of), events('order_refund.created')],
    ['disputes', countOf('chargeback.created'), (of) => t('city.ran.disputes', of), disputes],
    ['settled', countOf('order.settled'), (of) => t('city.ran.settled', of), orders({ settlement_status: 'settled' })],
    [
      'deferred',
      countOf('order.deferred'),
      (of) => t('city.ran.deferred', of),
      orders({ settlement_status: 'awaiting_funds' }),
    ],
    ['deliveries', ran.webhook_deliveries, (of) => t('city.ran.deliveries', of), webhooks],
  ];
  return all.flatMap(([key, count, words, link]) => (count === 0 ? [] : [{ key, words: words({ count }), link }]));
}
