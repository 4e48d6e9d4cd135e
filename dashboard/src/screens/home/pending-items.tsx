/** What needs someone: each leads to the list of it. */
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import type { ListSearch } from '../../app/routes/list-search.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { Panel } from '../../ui/panel.tsx';
import type { CompanyFacts } from './company-home.tsx';
import classes from './home.module.css';

type Item = { count: number; words: StringId; icon: IconName; search?: ListSearch };

export function PendingItems({ pending }: { pending: CompanyFacts['pending'] }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const items: Item[] = [
    {
      count: pending.orders_awaiting_funds,
      words: 'home.pending.awaiting',
      icon: 'clock',
      search: { status: 'awaiting_funds' },
    },
    { count: pending.orders_on_hold, words: 'home.pending.held', icon: 'player-pause', search: { status: 'on_hold' } },
    { count: pending.refunds_awaiting_funds, words: 'home.pending.refunds', icon: 'receipt-refund' },
    { count: pending.invitations, words: 'home.pending.invitations', icon: 'mail' },
  ];
  const shown = items.filter(({ count }) => count > 0);
  return (
    <Panel title={t('home.pending')}>
      {shown.length === 0 ? (
        <Text c="dimmed">{t('home.pending.none')}</Text>
      ) : (
        <div className={classes.pending}>
          {shown.map((item) => {
            const { words, search } = item;
            return search === undefined ? (
              <div key={words} className={classes.item}>
                <Content item={item} />
              </div>
            ) : (
              <Link
                key={words}
                className={classes.item}
                to="/h/$holderId/$mode/orders"
                params={{ holderId, mode }}
                search={search}
              >
                <Content item={item} />
              </Link>
            );
          })}
        </div>
      )}
    </Panel>
  );
}

function Content({ item: { count, words, icon } }: { item: Item }) {
  const t = useStrings();
  return (
    <Group gap="sm" wrap="nowrap">
      <Icon name={icon} size={20} />
      <span>
        <Text component="span" fw={650}>
          {count}
        </Text>{' '}
        {t(words, { count })}
      </span>
    </Group>
  );
}
