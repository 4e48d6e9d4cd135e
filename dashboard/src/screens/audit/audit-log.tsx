/** The audit log: of all accounts for the operator, of their own for an owner; searched, filtered, paged, as CSV. */
import { Box, Text, TextInput } from '@mantine/core';
import type { AuditEntry } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { day, matching, text } from '../../app/list-filters.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Actor, Changes, knownActs, useActorWords, useActWords } from './entry.tsx';

const actionPattern = /^[a-z_]{1,30}\.[a-z_]{1,30}$/;

export function AuditLog() {
  const t = useStrings();
  const words = useActWords();
  const actorWords = useActorWords();
  const { api, holder } = useBook();
  const isOperator = holder.kind === 'service';
  const ofAll = '/api/v1/operator/audit-log';
  const own = '/api/v1/audit-log';
  const { filter, isNarrowed, narrow, list } = useList({
    key: ['audit'],
    filters: { search: text, action: matching(actionPattern), from: day, to: day },
    read: (query) => (isOperator ? api.GET(ofAll, { params: { query } }) : api.GET(own, { params: { query } })),
  });
  const exported = () => {
    const asked = { params: { query: filter }, parseAs: 'blob' } as const;
    return isOperator ? api.GET(`${ofAll}.csv`, asked) : api.GET(`${own}.csv`, asked);
  };
  const columns: Column<AuditEntry>[] = [
    { key: 'at', title: t('audit.at'), width: 190, cell: (row) => <Instant at={row.at} /> },
    { key: 'who', title: t('audit.who'), cell: (row) => <Actor entry={row} /> },
    {
      key: 'what',
      title: t('audit.what'),
      cell: (row) => (
        <>
          <Text size="sm">{words(row.action)}</Text>
          <Text size="xs" c="dimmed" truncate maw={220} title={row.object.id}>
            {row.object.kind.replaceAll('_', ' ')} {row.object.id}
          </Text>
        </>
      ),
    },
    ...(isOperator
      ? [{ key: 'holder', title: t('audit.holder'), cell: (row: AuditEntry) => row.holder?.name ?? t('app.none') }]
      : []),
    { key: 'changes', title: t('audit.changes'), cell: (row) => <Changes entry={row} /> },
  ];
  return (
    <Page
      title={t('audit.title')}
      note={t('audit.note')}
      actions={<ExportButton fileName="audit-log.csv" request={exported} />}
    >
      <ListControls>
        <SearchBox label={t('audit.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        <Choice
          label={t('audit.act')}
          value={filter.action}
          choices={knownActs.map((value) => ({ value, label: words(value) }))}
          onChange={(action) => narrow({ action })}
          isWide
        />
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={t(`audit.${name}`)}
            leftSection={
              <Text size="xs" c="dimmed">
                {t(`audit.${name}`)}
              </Text>
            }
            leftSectionWidth={48}
            w={{ base: 'calc(50% - 6px)', xs: 190 }}
            miw={170}
            value={filter[name] ?? ''}
            onChange={({ currentTarget }) => narrow({ [name]: currentTarget.value || undefined })}
          />
        ))}
      </ListControls>
      <List
        label={t('audit.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.entry_id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('audit.noMatch.title')} text={t('audit.noMatch.text')} />
          ) : (
            <EmptyState icon="history" title={t('audit.empty.title')} text={t('audit.empty.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={words(row.action)}
            below={
              <>
                <span>{actorWords(row)}</span>
                <Instant at={row.at} />
                <Box w="100%">
                  <Changes entry={row} />
                </Box>
              </>
            }
          />
        )}
      />
    </Page>
  );
}
