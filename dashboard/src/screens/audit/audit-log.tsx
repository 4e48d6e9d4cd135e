/** The audit log: of all accounts for the operator, of their own for an owner; searched, filtered, paged, as CSV. */
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { day, matching, oneOf, text } from '../../app/list-filters.ts';
import { spans, timed } from '../../app/list-span.ts';
import { useMay } from '../../app/may.ts';
import { SpanFilter } from '../../app/span-filter.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useDayHeading } from '../../ui/day-rows.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { dayOf, InstantForm } from '../../ui/instant-form.ts';
import { useIsPhone } from '../../ui/is-phone.ts';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { useTeam } from '../settings/team.ts';
import { ActorDetails, ChangeFacts, Changes, knownActs, Sentence, useActorWords, useActWords } from './entry.tsx';
import { objectKindsOf } from './object-kinds.ts';

const actionPattern = /^[a-z_]{1,30}\.[a-z_]{1,30}$/;
const kindPattern = /^[a-z_]{1,30}$/;
/** As many as other lists have; at a desk the log shows more. */
const phoneRows = 25;

const filters = {
  search: text,
  actor_id: text,
  action: matching(actionPattern),
  object_kind: matching(kindPattern),
  span: oneOf(spans),
  from: day,
  to: day,
};

export function AuditLog() {
  const t = useStrings();
  const words = useActWords();
  const { api, holder } = useBook();
  const isOperator = holder.kind === 'service';
  const headingOf = useDayHeading();
  const limit = useIsPhone() ? phoneRows : undefined;
  const ofAll = '/api/v1/operator/audit-log';
  const own = '/api/v1/audit-log';
  const { filter, active, isNarrowed, narrow, list } = useList({
    key: ['audit'],
    filters,
    read: (asked) => {
      const params = { query: { ...timed(asked), ...(limit === undefined ? {} : { limit }) } };
      return isOperator ? api.GET(ofAll, { params }) : api.GET(own, { params });
    },
  });
  const exported = () => {
    const asked = { params: { query: timed(filter) }, parseAs: 'blob' } as const;
    return isOperator ? api.GET(`${ofAll}.csv`, asked) : api.GET(`${own}.csv`, asked);
  };
  return (
    <Page
      title={t('audit.title')}
      note={t('audit.note')}
      actions={<ExportButton fileName="audit-log.csv" request={exported} />}
    >
      <ListControls>
        <SearchBox label={t('audit.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        <FilterButton active={active} />
        <PersonChoice value={filter.actor_id} onChange={(person) => narrow({ actor_id: person })} />
        <Choice
          label={t('audit.object')}
          value={filter.object_kind}
          choices={objectKindsOf(holder.kind).map(([value, label]) => ({ value, label: t(label) }))}
          onChange={(kind) => narrow({ object_kind: kind })}
        />
        <Choice
          label={t('audit.act')}
          value={filter.action}
          choices={knownActs.map((value) => ({ value, label: words(value) }))}
          onChange={(action) => narrow({ action })}
          isWide
        />
        <SpanFilter filter={filter} onChange={narrow} />
      </ListControls>
      <List
        label={t('audit.title')}
        list={list}
        columns={useColumns()}
        idOf={(row) => row.entry_id}
        at={(row) => row.at}
        groupOf={(row) => headingOf(new Date(row.at))}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('audit.noMatch.title')} text={t('audit.noMatch.text')} />
          ) : (
            <EmptyState icon="history" title={t('audit.empty.title')} text={t('audit.empty.text')} />
          )
        }
        card={(row) => <EntryCard entry={row} />}
      />
    </Page>
  );
}

type PersonProps = { value: string | undefined; onChange: (person: string | undefined) => void };

/** The team's members. Whoever is none any more is found by the search. */
function PersonChoice({ value, onChange }: PersonProps) {
  const t = useStrings();
  const may = useMay();
  const team = useTeam();
  const hasTeam = may(team.isOperator ? 'operators.read' : 'members.read');
  const query = useQuery({ queryKey: team.queryKey, queryFn: team.read, enabled: hasTeam });
  if (!hasTeam) return null;
  const choices = (query.data?.members ?? []).map(({ person_id: id, name }) => ({ value: id, label: name }));
  return <Choice label={t('audit.person')} value={value} choices={choices} onChange={onChange} />;
}

function useColumns(): Column<AuditEntry>[] {
  const t = useStrings();
  const who = useActorWords();
  const { holder } = useBook();
  return [
    {
      key: 'at',
      title: t('audit.at'),
      width: 110,
      cell: (row) => (
        <>
          <TimeOfDay at={row.at} />
          <ModeOf entry={row} />
        </>
      ),
    },
    {
      key: 'who',
      title: t('audit.person'),
      width: holder.kind === 'service' ? 220 : 300,
      cell: (row) => (
        <>
          {who(row)}
          <ActorDetails entry={row} />
        </>
      ),
    },
    {
      key: 'what',
      title: t('audit.what'),
      cell: (row) => (
        <>
          <Sentence entry={row} isActAlone />
          <Changes entry={row} />
        </>
      ),
    },
    ...(holder.kind === 'service'
      ? [
          {
            key: 'holder',
            title: t('audit.holder'),
            width: 200,
            cell: (row: AuditEntry) => row.holder?.name ?? t('app.none'),
          },
        ]
      : []),
  ];
}

/** Nothing where what was done concerns both: entries of the two stand in one log. */
function ModeOf({ entry: { mode } }: { entry: AuditEntry }) {
  const t = useStrings();
  return mode === null ? null : (
    <div>
      <Flag tone={mode === 'test' ? 'waiting' : 'neutral'}>{t(`app.${mode}`)}</Flag>
    </div>
  );
}

/** Its day stands in the heading above. */
const TimeOfDay = ({ at }: { at: string }) => (
  <InstantForm value={{ isBrief: true, day: dayOf(new Date(at)) }}>
    <Instant at={at} />
  </InstantForm>
);

function EntryCard({ entry }: { entry: AuditEntry }) {
  const { holder } = useBook();
  const who = useActorWords();
  return (
    <CardFacts
      wraps
      title={<Sentence entry={entry} isActAlone />}
      when={<Instant at={entry.at} />}
      below={
        <>
          <ModeOf entry={entry} />
          <span>{who(entry)}</span>
          {holder.kind === 'service' && entry.holder !== null && <span>{entry.holder.name}</span>}
          <ChangeFacts entry={entry} />
        </>
      }
    />
  );
}
