/** The rows of a list at a desk. A file of its own: a phone, which shows cards, never loads the component. */
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import 'mantine-datatable/styles.css';
import { useStrings } from '../strings/strings.tsx';
import classes from './list.module.css';
import type { Shown } from './list.tsx';

export function ListTable<Row extends object>({ rows, columns, idOf, onOpen, label, selection }: Shown<Row>) {
  const t = useStrings();
  const shown: DataTableColumn<Row>[] = columns.map(({ key, title, cell, align, width }) => ({
    accessor: key as never,
    title,
    render: (row: Row) => cell(row),
    ...(align === undefined ? {} : { textAlign: align }),
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
      highlightOnHover={onOpen !== undefined}
      {...(onOpen === undefined ? {} : { onRowClick: ({ record }: { record: Row }) => onOpen(record) })}
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
