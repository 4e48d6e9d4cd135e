/** The failed requests of a company's or shop's key pairs, newest first. */
import { Code, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { FailedRequest } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { ReferenceLink } from '../developers/reference-link.tsx';
import { StatusBadge } from './status-badge.tsx';

const statuses = ['4xx', '5xx'] as const;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function Requests() {
  const t = useStrings();
  const navigate = useNavigate({ from: '/h/$holderId/$mode/developers/requests' });
  const { holderId, mode, api } = useBook();
  const { search, status, cursor } = useSearch({ from: '/signed-in/h/$holderId/$mode/developers/requests' });
  const chosen = statuses.find((one) => one === status);
  const id = search !== undefined && idPattern.test(search) ? search : undefined;
  const asked = {
    ...(chosen === undefined ? {} : { status: chosen }),
    ...(id === undefined ? {} : { request_id: id }),
    ...(search === undefined || id !== undefined ? {} : { path: search }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = useQuery({
    queryKey: ['requests', holderId, mode, asked],
    queryFn: () => pageOf(api.GET('/api/v1/requests', { params: { query: asked } })),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: Record<string, string | undefined>) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...change }) as never, replace: true });
  const linkTo = (row: FailedRequest) =>
    linkOptions({
      to: '/h/$holderId/$mode/developers/requests/$id',
      params: { holderId, mode, id: row.request_id },
    });
  const columns: Column<FailedRequest>[] = [
    { key: 'status', title: t('requests.status'), cell: (row) => <StatusBadge status={row.status} />, width: 90 },
    {
      key: 'request',
      title: t('requests.request'),
      cell: (row) => (
        <Link {...linkTo(row)}>
          {row.method} {row.path}
        </Link>
      ),
    },
    {
      key: 'error',
      title: t('requests.error'),
      cell: (row) => (
        <>
          <Code fz="xs">{row.code}</Code>
          {row.omitted > 0 && (
            <Text size="xs" c="dimmed">
              {t('requests.omitted', { count: row.omitted })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'at', title: t('requests.at'), cell: (row) => <Instant at={row.at} /> },
  ];
  return (
    <Page title={t('requests.title')} note={t('requests.note')} actions={<ReferenceLink />}>
      <ListControls>
        <SearchBox label={t('requests.search')} value={search} onChange={(text) => narrow({ search: text })} />
        <Choice
          label={t('requests.status')}
          value={chosen}
          choices={statuses.map((value) => ({ value, label: t(`requests.status.${value}`) }))}
          onChange={(value) => narrow({ status: value })}
        />
      </ListControls>
      <List
        label={t('requests.title')}
        query={query}
        columns={columns}
        idOf={(row) => row.request_id}
        linkTo={linkTo}
        onNext={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
        onFirst={cursor === undefined ? undefined : () => history.back()}
        empty={
          search === undefined && chosen === undefined ? (
            <EmptyState icon="check" title={t('requests.empty.title')} text={t('requests.empty.text')} />
          ) : (
            <NoMatch id={id} />
          )
        }
        card={(row) => (
          <CardFacts
            title={`${row.method} ${row.path}`}
            amount={<StatusBadge status={row.status} />}
            below={
              <>
                <Code fz="xs">{row.code}</Code>
                <Instant at={row.at} />
                {row.omitted > 0 && <span>{t('requests.omitted', { count: row.omitted })}</span>}
              </>
            }
          />
        )}
      />
    </Page>
  );
}

/** An ID may be that of a request that succeeded. */
function NoMatch({ id }: { id: string | undefined }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (id === undefined) {
    return <EmptyState icon="search" title={t('requests.noMatch.title')} text={t('requests.noMatch.text')} />;
  }
  return (
    <EmptyState
      icon="search"
      title={t('requests.noMatch.title')}
      text={t('requests.noMatch.id')}
      action={
        <Link to="/h/$holderId/$mode/developers/requests/$id" params={{ holderId, mode, id }}>
          {t('requests.noMatch.open')}
        </Link>
      }
    />
  );
}
