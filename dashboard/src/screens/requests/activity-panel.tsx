/** What developers look for on the page of an order or a payment, opened by a button of it. */
import { Accordion, Box } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiOf, type Book, dataOf } from '../../api/client.ts';
import type { ObjectActivity } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { area, pollWhenDue } from '../webhooks/queries.ts';
import classes from './activity.module.css';
import { ActivityEvents } from './activity-events.tsx';
import { ActivityRequests } from './activity-requests.tsx';

type Kind = 'order' | 'payment';
const parts = ['events', 'requests'] as const;

export type ActivityOf = {
  kind: Kind;
  /** The order's reference, or the payment's id. */
  id: string;
  /** How many events the page shows: with another one, there is more to read. */
  events: number;
};

export function ActivityPanel({ kind, id, events }: ActivityOf) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const [open, setOpen] = useState<string[]>(['events']);
  const query = useQuery({
    // With the webhooks, so that a resent delivery is read again.
    queryKey: [area, holderId, mode, 'activity', kind, id, events],
    queryFn: () => readActivity({ holderId, mode }, kind, id),
    enabled: open.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pollWhenDue(data?.events.flatMap((one) => one.deliveries ?? []) ?? []),
  });
  // In place of the button that opened it.
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} component="section" aria-label={t('activity.title')} className={classes.box}>
      <Accordion multiple order={2} value={open} onChange={setOpen} variant="default" classNames={classes}>
        {parts.map((part) => (
          <Accordion.Item key={part} value={part}>
            <Accordion.Control>{t(`activity.${part}`)}</Accordion.Control>
            <Accordion.Panel>
              {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
              {query.isPending && <Loading heights={[80]} />}
              {query.data !== undefined && part === 'events' && <ActivityEvents events={query.data.events} />}
              {query.data !== undefined && part === 'requests' && <ActivityRequests requests={query.data.requests} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Box>
  );
}

function readActivity(book: Book, kind: Kind, id: string): Promise<ObjectActivity> {
  const api = apiOf(book);
  return kind === 'order'
    ? dataOf(api.GET('/api/v1/orders/{ref}/activity', { params: { path: { ref: id } } }))
    : dataOf(api.GET('/api/v1/payments/{id}/activity', { params: { path: { id } } }));
}
