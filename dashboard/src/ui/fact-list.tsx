/** Facts about one thing, one under the other: what a form would hold, for who may only read it. */
import { Fragment } from 'react';
import { useStrings } from '../strings/strings.tsx';
import classes from './fact-list.module.css';
import type { Fact } from './facts.tsx';

/** @param isLong its values are texts, which a phone shows below their names. */
export function FactList({ facts, isLong = false }: { facts: readonly Fact[]; isLong?: boolean }) {
  const t = useStrings();
  return (
    <dl className={classes.facts} data-long={isLong || undefined}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null ? t('app.none') : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
