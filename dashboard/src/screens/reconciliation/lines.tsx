/** The lines of statements: the open ones beside what could match them, and the matched ones. */
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, text, wholeNumber, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHints } from '../../ui/item-keys.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Pager } from '../../ui/pager.tsx';
import { AtOnceButton } from '../operator/at-once-button.tsx';
import { Tabs } from '../operator/tabs.tsx';
import { LineList } from './line-list.tsx';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { ofSource, type Source } from './types.ts';

const states = ['open', 'matched', 'duplicate'] as const;

export function Lines() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const { filter, isNarrowed, narrow, query, list } = useList({
    key: ['operator', 'reconciliation', 'lines'],
    filters: {
      search: text,
      source: ofSource,
      status: withUsual(oneOf(states), 'open'),
      statement_id: wholeNumber,
    },
    read: (query) => api.GET('/api/v1/operator/statement-lines', { params: { query } }),
  });
  const { source, status: state } = filter;
  return (
    <ReconciliationFrame
      source={{ value: source, onChange: (value) => narrow({ source: value }) }}
      actions={may('reconciliation.match') && state === 'open' && <Rematch source={source} />}
    >
      <ListControls>
        <Tabs
          label={t('recon.status')}
          value={state}
          tabs={states.map((value) => ({ value, label: t(`recon.status.${value}`) }))}
          onChange={(status) => narrow({ status })}
        />
        <SearchBox label={t('recon.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        {filter.statement_id !== undefined && (
          <Button variant="default" size="xs" onClick={() => narrow({ statement_id: undefined })}>
            {t('recon.allStatements')}
          </Button>
        )}
      </ListControls>
      {state === 'open' && (query.data?.data.length ?? 0) > 0 && <LineKeys />}
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
      <Pager {...list} />
    </ReconciliationFrame>
  );
}

function LineKeys() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const navigate = useNavigate();
  const to = '/h/$holderId/$mode/operator/reconciliation/import';
  const isImporter = may('reconciliation.import');
  useHotkeys(isImporter ? [['i', () => void navigate({ to, params: { holderId, mode } })]] : []);
  const decides = [
    [['Enter'], t('recon.keys.accept')],
    [['m'], t('recon.keys.match')],
    [['b'], t('recon.keys.book')],
  ] as const;
  return (
    <KeyHints
      keys={[
        [['j', 'k'], t('recon.keys.move')],
        ...(may('reconciliation.match') ? decides : []),
        ...(isImporter ? ([[['i'], t('recon.keys.import')]] as const) : []),
      ]}
    />
  );
}

function Rematch({ source }: { source: Source }) {
  const t = useStrings();
  const { api } = useBook();
  return (
    <AtOnceButton
      label={t('recon.rematch')}
      act={() => dataOf(api.POST('/api/v1/operator/statement-lines/rematch', { body: { source } }))}
      said={({ matched }) => t('recon.rematch.done', { matched })}
    />
  );
}
