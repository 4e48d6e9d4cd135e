/** The audit log: of all accounts for the operator, of their own for an owner; searched, filtered, paged, as CSV. */
import { Box, Button, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { AuditEntry } from '../../api/types.ts';
import type { AuditSearch } from '../../app/audit-search.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Actor, Changes, knownActs, useActorWords, useActWords } from './entry.tsx';

export function AuditLog() {
  const t = useStrings();
  const words = useActWords();
  const actorWords = useActorWords();
  const navigate = useNavigate();
  const { holderId, mode, api, holder } = useBook();
  const { cursor, ...filter } = useSearch({ strict: false }) as AuditSearch;
  const isOperator = holder.kind === 'service';
  const ofAll = '/api/v1/operator/audit-log';
  const own = '/api/v1/audit-log';
  const asked = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
  const query = useQuery({
    queryKey: ['audit', holderId, mode, asked],
    queryFn: () => {
      const params = { params: { query: asked } };
      return pageOf(isOperator ? api.GET(ofAll, params) : api.GET(own, params));
    },
    placeholderData: keepPreviousData,
  });
  const exported = useMutation({
    mutationFn: async () => {
      const params = { params: { query: filter }, parseAs: 'text' } as const;
      const csv = await pageOf<unknown>(isOperator ? api.GET(`${ofAll}.csv`, params) : api.GET(`${own}.csv`, params));
      saveFile('audit-log.csv', csv as string);
    },
  });
  const narrow = (change: Partial<Record<keyof AuditSearch, string | undefined>>) =>
    navigate({
      to: '.',
      search: (({ cursor: _, ...before }: AuditSearch) => ({ ...before, ...change })) as never,
      replace: true,
    });
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
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          loading={exported.isPending}
          onClick={() => exported.mutate()}
        >
          {t('app.export')}
        </Button>
      }
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
      {exported.isError && <ProblemNotice error={exported.error} />}
      <List
        label={t('audit.title')}
        query={query}
        columns={columns}
        idOf={(row) => row.entry_id}
        onNext={(next) =>
          navigate({ to: '.', search: ((before: AuditSearch) => ({ ...before, cursor: next })) as never })
        }
        onFirst={cursor === undefined ? undefined : () => history.back()}
        empty={
          Object.keys(filter).length > 0 ? (
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
