/** Fees in force and fees to come, a line for each. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PaymentFeeRule, PaymentFees } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import classes from './fee-lines.module.css';
import { useFeeWords } from './fee-words.ts';

type Props = {
  inForce: readonly PaymentFeeRule[];
  toCome: PaymentFees['to_come'];
  /** Said of rules of all accounts, where those of one account are shown. */
  general?: string;
  /** Said where no rule is in force. */
  none?: string;
  /** What may be done with a rule in force. */
  actions?: (rule: PaymentFeeRule) => ReactNode;
};

export function FeeLines({ inForce, toCome, general, none, actions }: Props) {
  const t = useStrings();
  const words = useFeeWords();
  const isGeneral = (rule: PaymentFeeRule) => general !== undefined && !rule.own;
  return (
    <Stack gap="md">
      {inForce.length === 0 && <Text fw={600}>{none ?? t('fees.none')}</Text>}
      {inForce.length > 0 && (
        <ul className={classes.lines}>
          {inForce.map((rule) => (
            <li key={`${rule.own} ${words.scope(rule)}`} className={classes.line}>
              <Group gap="xs">
                <Text>{words.scope(rule)}</Text>
                {isGeneral(rule) && (
                  <Badge variant="default" tt="none" fw={450}>
                    {general}
                  </Badge>
                )}
              </Group>
              <Group gap="xs">
                <Text fw={550} className="amount">
                  {words.cost(rule)}
                </Text>
                {actions?.(rule)}
              </Group>
            </li>
          ))}
        </ul>
      )}
      {inForce.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('fees.first')}
        </Text>
      )}
      {toCome.map((rule) => (
        <Text key={`${rule.own} ${words.scope(rule)} ${rule.effective_from}`} size="sm" component="div">
          {t('fees.from')} <Instant at={rule.effective_from} />
          {`: ${words.scope(rule)}, ${words.cost(rule)}`}
          {isGeneral(rule) && ` (${general})`}
        </Text>
      ))}
    </Stack>
  );
}
