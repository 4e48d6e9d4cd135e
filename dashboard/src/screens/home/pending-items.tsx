/** What needs someone: each leads to the list of it. */
import { Group, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Exception } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useExceptionCounts } from '../../app/exception-count.ts';
import type { ListSearch } from '../../app/list-search.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './home.module.css';

type PendingItem = {
  count: number;
  words: StringId;
  icon: IconName;
  /** The kind of exception that it counts, so that the rest of the queue is counted without it. */
  exception?: Exception['kind'];
  /** The list that shows them, narrowed to them. */
  list?: {
    to: `/h/$holderId/$mode/${'exceptions' | 'orders' | 'payments' | 'disputes' | 'cash' | 'links/invitations' | 'webhooks'}`;
    search: ListSearch;
  };
  /** In place of the list: the only one. */
  one?: LinkProps | undefined;
  /** What more is known of them. */
  note?: ReactNode;
};

const toQueue = '/h/$holderId/$mode/exceptions';

type Props = {
  title: string;
  items: readonly PendingItem[];
  none: string;
};

/** Everything once: what has a line of its own, and how many other exceptions there are. Nothing of what there is none. */
export function PendingItems({ title, items, none }: Props) {
  const { holderId, mode } = useBook();
  const counts = useExceptionCounts()?.kinds ?? [];
  const own = items.filter(({ count }) => count > 0);
  const named = new Set(own.map(({ exception }) => exception));
  const left = counts.filter(({ kind }) => !named.has(kind)).reduce((sum, { count }) => sum + count, 0);
  const queue: PendingItem = {
    count: left,
    words: own.some(({ exception }) => exception !== undefined) ? 'desk.pendingOthers' : 'desk.pendingItem',
    icon: 'inbox',
    list: { to: toQueue, search: {} },
  };
  const shown = left > 0 ? [...own, queue] : own;
  return (
    <Panel title={title}>
      {shown.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <div className={classes.pending}>
          {shown.map((item) => {
            const { words, list, one } = item;
            if (one !== undefined) {
              return (
                <Link key={words} className={classes.item} {...one}>
                  <Content item={item} />
                </Link>
              );
            }
            return list === undefined ? (
              <div key={words} className={classes.item}>
                <Content item={item} />
              </div>
            ) : (
              <Link key={words} className={classes.item} to={list.to} params={{ holderId, mode }} search={list.search}>
                <Content item={item} />
              </Link>
            );
          })}
        </div>
      )}
    </Panel>
  );
}

function Content({ item: { count, words, icon, note } }: { item: PendingItem }) {
  const t = useStrings();
  return (
    <Group gap="sm" wrap="nowrap">
      <Icon name={icon} size={20} />
      <span>
        <Text component="span" fw={650}>
          {count}
        </Text>{' '}
        {t(words, { count })}
        {note !== undefined && (
          <Text component="span" display="block" size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </span>
    </Group>
  );
}
