/** The exceptions desk: what someone must decide or fix, deadlines first, worked through here, by keyboard too. */
import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Exception } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { refreshesEveryMs } from '../../app/exception-count.ts';
import { oneOf, wholeNumber, withUsual } from '../../app/list-filters.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { isMac } from '../../ui/is-mac.ts';
import { useItemKeys } from '../../ui/item-keys.tsx';
import { KeysButton } from '../../ui/keys-button.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import classes from './desk.module.css';
import { DeskRow, type RowDialog } from './desk-row.tsx';
import { kindsOf } from './kinds.ts';
import { NothingLeft } from './nothing-left.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useDesk } from './use-desk.ts';

export function Desk() {
  const t = useStrings();
  return (
    <Page title={t('desk.title')} note={t('desk.note')}>
      <DeskList />
    </Page>
  );
}

const assignees = ['everyone', 'me', 'nobody'] as const;

/** Without a heading of its own: the operator's home has it beside its facts. */
export function DeskList() {
  const t = useStrings();
  const { holder } = useBook();
  const { isOperator, read } = useDesk();
  const kinds = kindsOf[holder.kind] ?? [];
  const { filter, isNarrowed, narrow, list } = useList({
    key: isOperator ? ['operator', 'exceptions'] : ['home', 'exceptions'],
    filters: {
      kind: oneOf(kinds),
      assignee: withUsual(oneOf(assignees), 'everyone'),
      account: wholeNumber,
    },
    read,
    refetchInterval: refreshesEveryMs,
  });
  const { query } = list;
  return (
    <Stack gap="md">
      <ListControls>
        <Choice
          label={t('desk.filter.kind')}
          choices={kinds.map((value) => ({ value, label: t(`desk.kind.${value}`) }))}
          value={filter.kind}
          onChange={(kind) => narrow({ kind })}
        />
        <Choice
          label={t('desk.filter.assignee')}
          choices={assignees.map((value) => ({ value, label: t(`desk.assignee.${value}`) }))}
          value={filter.assignee}
          isClearable={false}
          onChange={(assignee) => narrow({ assignee: assignee ?? 'everyone' })}
        />
        {filter.account !== undefined && (
          <Choice
            label={t('explore.account')}
            value={String(filter.account)}
            choices={[{ value: String(filter.account), label: t('explore.account.one', { id: filter.account }) }]}
            onChange={() => narrow({ account: undefined })}
          />
        )}
      </ListControls>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[96, 96, 96]} />}
      {query.data !== undefined && <Rows rows={query.data.data} isNarrowed={isNarrowed} />}
      <Pager {...list} />
    </Stack>
  );
}

const keyOf = ({ kind, object_id: id }: Exception): string => `${kind}/${id}`;

type Opened = { dialog: RowDialog; row: Exception };

/** It stays while a dialog of a row that went is closing. */
function Rows({ rows, isNarrowed }: { rows: readonly Exception[]; isNarrowed: boolean }) {
  const t = useStrings();
  const [opened, setOpened] = useState<Opened>();
  const [focused, setFocused] = useState<string>();
  const selected = rows.some((row) => keyOf(row) === focused) ? focused : rows[0] && keyOf(rows[0]);
  const close = () => setOpened(undefined);
  const items = useItemKeys<HTMLUListElement>(['Enter']);
  return (
    <>
      {rows.length === 0 ? (
        <NothingLeft isNarrowed={isNarrowed} />
      ) : (
        <Panel title={t('desk.list')} isFlush actions={<DeskKeys />}>
          <ul className={classes.items} {...items}>
            {rows.map((row) => (
              <DeskRow
                key={keyOf(row)}
                row={row}
                isSelected={keyOf(row) === selected}
                onSelect={() => setFocused(keyOf(row))}
                onOpen={(dialog) => setOpened({ dialog, row })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {opened !== undefined && <OpenDialog {...opened} onClose={close} />}
    </>
  );
}

function DeskKeys() {
  const t = useStrings();
  return (
    <KeysButton
      keys={[
        [['j', 'k'], t('desk.keys.move')],
        [['Enter'], t('desk.keys.open')],
        [['x'], t('desk.decline')],
        [['a'], t('desk.keys.me')],
        [['n'], t('desk.keys.notes')],
        [['d'], t('desk.keys.done')],
        [[isMac ? '⌘ Enter' : 'Ctrl Enter'], t('desk.keys.send')],
      ]}
    />
  );
}
