/** The rows of a list at a desk. A file of its own: a phone, which shows cards, never loads the component. */
import { Table, useDirection } from '@mantine/core';
import { DataTable, type DataTableColumn, type DataTableProps } from 'mantine-datatable';
import 'mantine-datatable/styles.css';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useStrings } from '../strings/strings.tsx';
import classes from './list.module.css';
import type { Shown } from './list.tsx';
import { opensElsewhere } from './plain-link.tsx';

export function ListTable<Row extends object>(props: Shown<Row>) {
  const { rows, columns, idOf, groupOf, linkTo, onOpen, label, selection } = props;
  const t = useStrings();
  const router = useRouter();
  const { dir } = useDirection();
  const open = (row: Row, event: MouseEvent) => {
    if (isControl(event.target) || isTextSelected()) return;
    if (linkTo === undefined) return onOpen?.(row);
    if (opensElsewhere(event)) window.open(router.buildLocation(linkTo(row)).href, '_blank', 'noopener');
    else void router.navigate(linkTo(row));
  };
  const opens = linkTo !== undefined || onOpen !== undefined;
  const shown: DataTableColumn<Row>[] = columns.map(({ key, title, cell, align, width }) => ({
    accessor: key,
    title,
    render: (row: Row) => cell(row),
    ...(align === undefined ? {} : { textAlign: dir === 'rtl' ? ('left' as const) : ('right' as const) }),
    ...(width === undefined ? {} : { width }),
  }));
  return (
    <DataTable
      aria-label={label}
      records={rows}
      columns={shown}
      idAccessor={(row) => String(idOf(row))}
      withTableBorder
      borderRadius={8}
      borderColor="var(--line)"
      rowBorderColor="var(--line)"
      classNames={{ root: classes.root, header: classes.header }}
      verticalSpacing="sm"
      horizontalSpacing="md"
      highlightOnHover={opens}
      {...(groupOf === undefined ? {} : { rowFactory: underHeadings(rows, groupOf, columns.length) })}
      // Its own says "No records" to a screen reader under every list. An empty list has no table here.
      emptyState={<span />}
      {...(opens ? { onRowClick: ({ record, event }: { record: Row; event: MouseEvent }) => open(record, event) } : {})}
      {...(selection === undefined
        ? {}
        : {
            selectedRecords: selection.rows,
            onSelectedRecordsChange: selection.onChange,
            getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': selection.labelOf(row) }),
            allRecordsSelectionCheckboxProps: { 'aria-label': t('app.selectAll') },
          })}
    />
  );
}

type RowFactory<Row> = NonNullable<DataTableProps<Row>['rowFactory']>;

/** Rows below the heading that they share, which spans all columns. */
const underHeadings =
  <Row,>(rows: readonly Row[], groupOf: (row: Row) => string, columns: number): RowFactory<Row> =>
  ({ record, index, rowProps, children, expandedElement }) => {
    const before = rows[index - 1];
    const isFirst = before === undefined || groupOf(before) !== groupOf(record);
    return (
      <>
        {isFirst && (
          <Table.Tr>
            <Table.Th scope="colgroup" colSpan={columns} className={classes.heading ?? ''}>
              {groupOf(record)}
            </Table.Th>
          </Table.Tr>
        )}
        <Table.Tr {...rowProps}>{children}</Table.Tr>
        {expandedElement}
      </>
    );
  };

/** Links and buttons of a row act by themselves. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** The reader has just marked a reference or an amount to copy it. */
const isTextSelected = (): boolean => !(getSelection()?.isCollapsed ?? true);
