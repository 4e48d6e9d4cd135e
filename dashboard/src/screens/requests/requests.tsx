/** The requests of a company's or shop's key pairs, newest first: those that failed, and writes that succeeded. */
import { Code, Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { LoggedRequest } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { matching, oneOf, text } from '../../app/list-filters.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { ReferenceLink } from '../developers/reference-link.tsx';
import { StatusBadge } from './status-badge.tsx';

const statuses = ['4xx', '5xx'] as const;
const choices = ['succeeded', ...statuses] as const;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function Requests() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, list } = useList({
    key: ['requests'],
    filters: {
      path: text,
      request_id: matching(idPattern),
      outcome: oneOf(['succeeded'] as const),
      status: oneOf(statuses),
    },
    read: (query) => api.GET('/api/v1/requests', { params: { query: { outcome: 'any', ...query } } }),
  });
  const search = (typed = '') =>
    idPattern.test(typed)
      ? narrow({ request_id: typed, path: undefined })
      : narrow({ request_id: undefined, path: typed || undefined });
  return (
    <Page title={t('requests.title')} note={t('requests.note')} actions={<ReferenceLink />}>
      <DeveloperTabs />
      <ListControls>
        <SearchBox label={t('requests.search')} value={filter.request_id ?? filter.path} onChange={search} />
        <FilterButton active={active} />
        <Choice
          label={t('requests.status')}
          value={filter.outcome ?? filter.status}
          choices={choices.map((value) => ({ value, label: t(`requests.status.${value}`) }))}
          onChange={(chosen) =>
            chosen === 'succeeded'
              ? narrow({ outcome: chosen, status: undefined })
              : narrow({ outcome: undefined, status: chosen })
          }
        />
      </ListControls>
      <List
        label={t('requests.title')}
        list={list}
        columns={useColumns()}
        idOf={(row) => row.request_id}
        at={(row) => row.at}
        linkTo={useLinkTo()}
        empty={
          isNarrowed ? (
            <NoMatch id={filter.request_id} />
          ) : (
            <EmptyState icon="check" title={t('requests.empty.title')} text={t('requests.empty.text')} />
          )
        }
        card={(row) => <RequestCard row={row} />}
      />
    </Page>
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ request_id: id }: LoggedRequest) =>
    linkOptions({ to: '/h/$holderId/$mode/developers/requests/$id', params: { holderId, mode, id } });
}

function useColumns(): Column<LoggedRequest>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  return [
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
          {row.code !== null && <Code fz="xs">{row.code}</Code>}
          {row.omitted > 0 && (
            <Text size="xs" c="dimmed">
              {t(omittedWords(row), { count: row.omitted })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'at', title: t('requests.at'), cell: (row) => <Instant at={row.at} /> },
  ];
}

const omittedWords = ({ code }: LoggedRequest) => (code === null ? 'requests.omitted.succeeded' : 'requests.omitted');

function RequestCard({ row }: { row: LoggedRequest }) {
  const t = useStrings();
  return (
    <CardFacts
      title={`${row.method} ${row.path}`}
      amount={<StatusBadge status={row.status} />}
      when={<Instant at={row.at} />}
      below={
        <>
          {row.code !== null && <Code fz="xs">{row.code}</Code>}
          {row.omitted > 0 && <span>{t(omittedWords(row), { count: row.omitted })}</span>}
        </>
      }
    />
  );
}

/** An ID may be that of a request that is not in the log, and is known by its events. */
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
