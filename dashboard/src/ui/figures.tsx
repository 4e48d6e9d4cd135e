/** A small table of figures within a page; it scrolls sideways where it does not fit. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

export type Figure = { key: string; cells: readonly ReactNode[] };

type Props = {
  label: string;
  heads: readonly { title: string; align?: 'right' }[];
  rows: readonly Figure[];
};

export function Figures({ label, heads, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section aria-label={label} tabIndex={0} className={classes.scroll}>
      <Table borderColor="var(--line)" verticalSpacing="xs" horizontalSpacing="md">
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
      </Table>
    </section>
  );
}
