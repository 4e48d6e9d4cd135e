/** The lines of statements: the open ones beside what could match them, and the matched ones. */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf, pageOf } from '../../api/client.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Pager } from '../../ui/pager.tsx';
import { AtOnceButton } from '../operator/at-once-button.tsx';
import { useOperator } from '../operator/operator-role.ts';
import { Tabs } from '../operator/tabs.tsx';
import { LineList } from './line-list.tsx';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { sourceOf } from './types.ts';

const from = '/signed-in/h/$holderId/$mode/operator/reconciliation';
const states = ['open', 'matched', 'duplicate'] as const;

export function Lines() {
  const t = useStrings();
  const navigate = useNavigate({ from: '/h/$holderId/$mode/operator/reconciliation' });
  const { holderId, mode, api, mayMoveMoney } = useOperator();
  const { search, status, cursor, source: named, statement } = useSearch({ from });
  const source = sourceOf(named);
  const state = states.find((one) => one === status) ?? 'open';
  const asks = {
    source,
    status: state,
    ...(search === undefined ? {} : { search }),
    ...(statement === undefined ? {} : { statement_id: Number(statement) }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = useQuery({
    queryKey: ['operator', 'reconciliation', 'lines', holderId, mode, asks],
    queryFn: () => pageOf(api.GET('/api/v1/operator/statement-lines', { params: { query: asks } })),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: Record<string, string | undefined>) =>
    navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...change }) as never, replace: true });
  const next = query.data?.next_cursor ?? null;
  const isNarrowed = search !== undefined || statement !== undefined;
  return (
    <ReconciliationFrame
      source={{ value: source, onChange: (value) => narrow({ source: value }) }}
      actions={mayMoveMoney && state === 'open' && <Rematch source={source} />}
    >
      <ListControls>
        <Tabs
          label={t('recon.status')}
          value={state}
          tabs={states.map((value) => ({ value, label: t(`recon.status.${value}`) }))}
          onChange={(value) => narrow({ status: value })}
        />
        <SearchBox label={t('recon.search')} value={search} onChange={(text) => narrow({ search: text })} />
        {statement !== undefined && (
          <Button variant="default" size="xs" onClick={() => narrow({ statement: undefined })}>
            {t('recon.allStatements')}
          </Button>
        )}
      </ListControls>
      <LineList
        query={query}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('recon.noMatch.title')} text={t('recon.noMatch.text')} />
          ) : (
            <EmptyState icon="check" title={t(`recon.empty.${state}.title`)} text={t(`recon.empty.${state}.text`)} />
          )
        }
      />
      <Pager
        hasPrevious={cursor !== undefined}
        next={next}
        onNext={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
      />
    </ReconciliationFrame>
  );
}

function Rematch({ source }: { source: ReturnType<typeof sourceOf> }) {
  const t = useStrings();
  const { api } = useOperator();
  return (
    <AtOnceButton
      label={t('recon.rematch')}
      act={() => dataOf(api.POST('/api/v1/operator/statement-lines/rematch', { body: { source } }))}
      said={({ matched }) => t('recon.rematch.done', { matched })}
    />
  );
}
