/** Parts of a screen that few read: their titles, each of which opens what is below it. */
import { Accordion } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './folds.module.css';

/** `key`: a part of an element's id. */
type Fold = { key: string; title: string; children: ReactNode };

export function Folds({ folds }: { folds: readonly Fold[] }) {
  if (folds.length === 0) return null;
  return (
    <Accordion multiple order={2} variant="default" classNames={classes}>
      {folds.map(({ key, title, children }) => (
        <Accordion.Item key={key} value={key}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>{children}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
