/** The lines of statements: the open ones beside what could match them, and the matched ones. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, text, wholeNumber, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Pager } from '../../ui/pager.tsx';
import { AtOnceButton } from '../operator/at-once-button.tsx';
import { Tabs } from '../operator/tabs.tsx';
import { LineList } from './line-list.tsx';
import { OpenLines } from './open-lines.tsx';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { useSources } from './sources.ts';
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
  const rows = query.data?.data ?? [];
  const isWhole = list.onPrevious === undefined && query.data?.next_cursor === null;
  return (
    <ReconciliationFrame actions={may('reconciliation.match') && state === 'open' && <Rematch source={source} />}>
      <ListControls>
        <WhichLines
          source={source}
          state={state}
          onSource={(value) => narrow({ source: value })}
          onState={(status) => narrow({ status })}
        >
          <SearchBox label={t('recon.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        </WhichLines>
        {filter.statement_id !== undefined && (
          <Button variant="default" size="xs" onClick={() => narrow({ statement_id: undefined })}>
            {t('recon.allStatements')}
          </Button>
        )}
      </ListControls>
      {state === 'open' && rows.length > 0 && <OpenLines rows={rows} isWhole={isWhole} />}
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

type WhichProps = {
  source: Source;
  state: (typeof states)[number];
  onSource: (source: Source) => void;
  onState: (state: (typeof states)[number]) => void;
  /** The search. */
  children: ReactNode;
};

/** Whose statements, and which of their lines: beside each other at a desk, behind the button of the filters on a phone. */
function WhichLines({ source, state, onSource, onState, children }: WhichProps) {
  const t = useStrings();
  const { choices } = useSources();
  const shown = states.map((value) => ({ value, label: t(`recon.status.${value}`) }));
  if (!useIsPhone()) {
    return (
      <>
        <Tabs label={t('recon.source')} value={source} tabs={choices} onChange={onSource} />
        <Tabs label={t('recon.status')} value={state} tabs={shown} onChange={onState} />
        {children}
      </>
    );
  }
  const one = { isClearable: false } as const;
  return (
    <>
      {children}
      <FilterButton active={[source !== 'bank', state !== 'open'].filter(Boolean).length} />
      <Choice
        {...one}
        label={t('recon.source')}
        value={source}
        choices={choices}
        usual="bank"
        onChange={(value = 'bank') => onSource(value)}
      />
      <Choice
        {...one}
        label={t('recon.status')}
        value={state}
        choices={shown}
        usual="open"
        onChange={(value = 'open') => onState(value)}
      />
    </>
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
