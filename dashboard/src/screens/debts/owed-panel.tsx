/** Debts that may be recorded as repaid or written off, and the dialog that does it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SettleDialog, type SettleKind, type Settlement } from './settle-dialog.tsx';

/** `name` of who owes it, where several do. */
export type Owed = { id: string; name?: string; amount: number; currency: string };

type Props = {
  title: string;
  text: string;
  owed: readonly Owed[];
  maySettle: boolean;
  /** Who owes it, where it leads somewhere. */
  nameOf?: (owed: Owed) => ReactNode;
  /** What the dialog says. */
  explain: (kind: SettleKind, owed: Owed, amount: string) => string;
  send: (kind: SettleKind, owed: Owed, body: Settlement) => Promise<{ status: string; amount: number }>;
};

const kinds = ['written_off', 'repaid'] as const;

export function OwedPanel({ title, text, owed, maySettle, nameOf = ({ name }) => name, explain, send }: Props) {
  const t = useStrings();
  const money = useMoney();
  const [open, setOpen] = useState<{ kind: SettleKind; one: Owed }>();
  return (
    <>
      {owed.length > 0 && (
        <Panel title={title}>
          <Stack gap="sm">
            <Text c="dimmed">{text}</Text>
            {owed.map((one) => (
              <Group key={one.id} justify="space-between" gap="xs">
                <Text>
                  {one.name !== undefined && <>{nameOf(one)} · </>}
                  <Money amount={one.amount} currency={one.currency} fw={550} />
                </Text>
                {maySettle && (
                  <Group gap="xs">
                    {kinds.map((kind) => (
                      <Button key={kind} size="xs" variant="default" onClick={() => setOpen({ kind, one })}>
                        {t(kind === 'repaid' ? 'debts.recordRepaid' : 'debts.writeOff')}
                      </Button>
                    ))}
                  </Group>
                )}
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
      {open !== undefined && (
        <SettleDialog
          kind={open.kind}
          owed={open.one}
          text={explain(open.kind, open.one, money(open.one.amount, open.one.currency))}
          send={(body) => send(open.kind, open.one, body)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
