/** Who paid or was paid, as far as the statement says. */
import { Text } from '@mantine/core';
import classes from './reconciliation.module.css';

type Props = { name: string | null; account: string | null };

export function Counterparty({ name, account }: Props) {
  if (name === null && account === null) return null;
  return (
    <div className={classes.text}>
      {name !== null && <Text fw={600}>{name}</Text>}
      {account !== null && (
        <Text size="xs" c="dimmed">
          {account}
        </Text>
      )}
    </div>
  );
}

type Said = { reference: string; counterparty_name: string | null };

/** The text of a line without the name that ends it, which is shown above it. */
export const textBeside = ({ reference, counterparty_name: name }: Said): string =>
  name !== null && reference.endsWith(name) ? reference.slice(0, -name.length).trimEnd() : reference;
