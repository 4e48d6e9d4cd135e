/** Runs what is due on the test clock, and shows what ran by the events that it caused. */
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Api, dataOf, pageOf } from '../../api/client.ts';
import type { Event } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';

const eventsRead = 100;

/** `drained`: nothing more is due. */
type Ran = { drained: boolean; counts: [type: Event['type'], count: number][] };

/** @param before what is done first; its own events count too. */
export async function runDueJobs(api: Api, before: () => Promise<unknown> = async () => undefined): Promise<Ran> {
  const known = await pageOf(api.GET('/api/v1/events', { params: { query: { limit: 1 } } }));
  await before();
  const { drained } = await dataOf(api.POST('/api/v1/test/drain'));
  return { drained, counts: await countSince(api, known.data[0]?.id) };
}

/** Counts the events since one, at most the newest hundred. */
async function countSince(api: Api, last: string | undefined): Promise<Ran['counts']> {
  const { data } = await pageOf(api.GET('/api/v1/events', { params: { query: { limit: eventsRead } } }));
  const until = data.findIndex((event) => event.id === last);
  const fresh = until === -1 ? data : data.slice(0, until);
  const counts = new Map<Event['type'], number>();
  for (const { type } of fresh) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts];
}

export function DueJobsRan({ ran: { drained, counts } }: { ran: Ran }) {
  const t = useStrings();
  return (
    <Stack gap="md">
      <div role="status">
        <Text fw={550}>{drained ? t('clock.drain.done', { count: counts.length }) : t('clock.drain.more')}</Text>
      </div>
      {counts.length > 0 && (
        <Figures
          label={t('clock.drain.what')}
          heads={[{ title: t('clock.drain.what') }, { title: t('clock.drain.count'), align: 'end' }]}
          rows={counts.map(([type, count]) => ({ key: type, cells: [<OfType key={type} type={type} />, count] }))}
        />
      )}
    </Stack>
  );
}

/** Leads to what happened. */
function OfType({ type }: { type: Event['type'] }) {
  const { holderId, mode } = useBook();
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/h/$holderId/$mode/developers/events" params={{ holderId, mode }} search={{ type }} {...props} />
      )}
    >
      {type}
    </Anchor>
  );
}
