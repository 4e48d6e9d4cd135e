/** A small table of figures within a page. Where it does not fit it scrolls sideways, or is shown row by row. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';
import { useIsPhone } from './is-phone.ts';

type Figure = { key: string; cells: readonly ReactNode[] };

type Props = {
  label: string;
  heads: readonly { title: string; align?: 'end' }[];
  rows: readonly Figure[];
  /** Sums, below; its first cell names them. */
  foot?: readonly ReactNode[];
  /** It fills a panel from edge to edge, which has a border of its own. */
  isFlush?: boolean;
  /** On a phone each row is a list of its facts: for few rows of many columns. `always`: for more columns than fit a desk. */
  isStacked?: boolean | 'always';
};

/** Words that may be long, in a cell of their own. */
export const FigureText = ({ children }: { children: ReactNode }) => <span className={classes.text}>{children}</span>;

export function Figures({ label, heads, rows, foot, isFlush = false, isStacked = false }: Props) {
  const isPhone = useIsPhone();
  if (isStacked === 'always' || (isStacked && isPhone)) {
    return <Stacked label={label} heads={heads} rows={rows} isFlush={isFlush} isBeside={!isPhone} />;
  }
  return (
    // In a panel, which is a landmark of that name, it is none. What scrolls has to be reached by keyboard.
    <section
      role={isFlush ? 'group' : undefined}
      aria-label={label}
      tabIndex={0}
      className={classes.scroll}
      data-flush={isFlush || undefined}
    >
      <Table borderColor="var(--line)" verticalSpacing="xs" horizontalSpacing={isFlush ? 'lg' : 'md'}>
        <Table.Thead className={classes.head ?? ''}>
          <Table.Tr>
            {heads.map(({ title, align }) => (
              <Table.Th key={title} ta={align}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                <Table.Td key={heads[index]?.title} ta={heads[index]?.align}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {foot !== undefined && (
          <Table.Tfoot>
            <Table.Tr>
              {foot.map((cell, index) =>
                index === 0 ? (
                  <Table.Th key={heads[index]?.title} scope="row">
                    {cell}
                  </Table.Th>
                ) : (
                  <Table.Td key={heads[index]?.title} ta={heads[index]?.align} fw={600}>
                    {cell}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </section>
  );
}

type StackedProps = Pick<Props, 'label' | 'heads' | 'rows' | 'isFlush'> & { isBeside: boolean };

function Stacked({ label, heads, rows, isFlush, isBeside }: StackedProps) {
  return (
    <ul
      aria-label={label}
      className={classes.stack}
      data-flush={isFlush || undefined}
      data-beside={isBeside || undefined}
    >
      {rows.map(({ key, cells }) => (
        <li key={key}>
          <dl>
            {heads.map(({ title }, index) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{cells[index]}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
