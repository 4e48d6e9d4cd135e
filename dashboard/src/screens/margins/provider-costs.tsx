/** What payment providers charge the operator, a line for each cost. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { ProviderCosts as Costs, ProviderCost } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import classes from '../fees/fee-lines.module.css';
import { useFeeWords } from '../fees/fee-words.ts';
import { type CostAct, CostDialog } from './cost-dialog.tsx';

function useCosts() {
  const { holderId, mode, api } = useBook();
  return useQuery({
    queryKey: ['operator', 'provider-costs', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/provider-costs')),
  });
}

/** Nothing for those who may not. */
export function SetCost() {
  const t = useStrings();
  const may = useMay();
  const [isSetting, setIsSetting] = useState(false);
  const { data } = useCosts();
  if (!may('provider_costs.set') || data === undefined) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsSetting(true)}>
        {t('margins.costs.set')}
      </Button>
      {isSetting && <CostDialog act={{ kind: 'set' }} providers={data.providers} onClose={() => setIsSetting(false)} />}
    </>
  );
}

export function ProviderCosts() {
  const t = useStrings();
  const may = useMay();
  const [act, setAct] = useState<CostAct>();
  const query = useCosts();
  const mayChange = may('provider_costs.set');
  return (
    <Section title={t('margins.costs.title')} text={t('margins.costs.text')} aside={<SetCost />}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[20]} />}
      {query.data !== undefined && <Lines costs={query.data} onAct={mayChange ? setAct : undefined} />}
      {act !== undefined && query.data !== undefined && (
        <CostDialog act={act} providers={query.data.providers} onClose={() => setAct(undefined)} />
      )}
    </Section>
  );
}

type LinesProps = { costs: Costs; onAct: ((act: CostAct) => void) | undefined };

function Lines({ costs: { providers, in_force: inForce, to_come: toCome }, onAct }: LinesProps) {
  const t = useStrings();
  const words = useFeeWords();
  const nameOf = ({ provider, ...scope }: ProviderCost) =>
    t('margins.costs.of', {
      provider: providers.find(({ name }) => name === provider)?.title ?? provider,
      payments: words.scope(scope),
    });
  const costOf = ({ cost, currency }: ProviderCost) =>
    cost === null ? t('margins.costs.ends') : words.cost({ fee: cost, currency });
  return (
    <Stack gap="md">
      {inForce.length === 0 && <Text c="dimmed">{t('margins.costs.none')}</Text>}
      {inForce.length > 0 && (
        <ul className={classes.lines}>
          {inForce.map((rule) => (
            <li key={nameOf(rule)} className={classes.line}>
              <Text>{nameOf(rule)}</Text>
              <Group gap="xs">
                <Text fw={550} className="amount">
                  {costOf(rule)}
                </Text>
                {onAct !== undefined &&
                  (['set', 'end'] as const).map((kind) => (
                    <Button
                      key={kind}
                      variant="default"
                      size="xs"
                      aria-label={t(kind === 'set' ? 'margins.costs.change.of' : 'margins.costs.end.of', {
                        payments: nameOf(rule),
                      })}
                      onClick={() => onAct({ kind, rule })}
                    >
                      {t(kind === 'set' ? 'fees.change' : 'fees.end')}
                    </Button>
                  ))}
              </Group>
            </li>
          ))}
        </ul>
      )}
      {inForce.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('margins.costs.first')}
        </Text>
      )}
      {toCome.map((rule) => (
        <Text key={`${nameOf(rule)} ${rule.effective_from}`} size="sm" component="div">
          {t('fees.from')} <Instant at={rule.effective_from} />
          {`: ${nameOf(rule)}, ${costOf(rule)}`}
        </Text>
      ))}
    </Stack>
  );
}
