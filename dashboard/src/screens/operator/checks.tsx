/** The checks of a verification, by what they are about: what passed is a line, what failed is open and says where. */
import { Accordion, Group, Stack, Text, Title } from '@mantine/core';
import type { Books } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import classes from './operator.module.css';

type Check = NonNullable<Books['last']>['checks'][number];

const passes = ({ count }: Check): boolean => count === 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0);

export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useStrings();
  const groups = Object.entries(Object.groupBy(checks, ({ group }) => group ?? 'other')) as [
    NonNullable<Check['group']> | 'other',
    Check[],
  ][];
  return (
    <section aria-label={t('op.books.checks')}>
      <Title order={2} mb="sm">
        {t('op.books.checks')}
      </Title>
      <Accordion
        multiple
        variant="contained"
        order={3}
        defaultValue={groups.filter(([, all]) => !all.every(passes)).map(([group]) => group)}
      >
        {groups.map(([group, all]) => {
          const passed = all.filter(passes).length;
          return (
            <Accordion.Item key={group} value={group}>
              <Accordion.Control>
                <Group justify="space-between" gap="xs" pe="sm">
                  <div>
                    <Text fw={550}>{t(`op.books.group.${group}`)}</Text>
                    <Effort checks={all} />
                  </div>
                  <Flag tone={passed === all.length ? 'done' : 'failed'}>
                    {t('op.books.group.passed', { passed, total: all.length })}
                  </Flag>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <ul className={classes.checks}>
                  {/* What failed comes first. */}
                  {[...all.filter((one) => !passes(one)), ...all.filter(passes)].map((check) => (
                    <li key={check.name}>
                      <Shown check={check} />
                    </li>
                  ))}
                </ul>
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </section>
  );
}

function Shown({ check }: { check: Check }) {
  const t = useStrings();
  const { name, count, found } = check;
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Text size="sm">{name}</Text>
          <Effort checks={[check]} />
        </div>
        <Flag tone={passes(check) ? 'done' : 'failed'}>
          {passes(check) ? t('op.books.check.ok') : t('op.books.check.failed', { count })}
        </Flag>
      </Group>
      {count > 0 && (
        <Stack gap={4} mt="xs">
          {found.map(({ row, problem }) => (
            <Text key={`${row}${problem}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{row}</b>: {problem}
            </Text>
          ))}
          {count > found.length && (
            <Text size="sm" c="dimmed">
              {t('op.books.check.more', { count: count - found.length })}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}

/** How much checks read, and for how long, where that was counted. */
function Effort({ checks }: { checks: readonly Check[] }) {
  const t = useStrings();
  const counted = checks.flatMap(({ rows, took_ms: took }) => (rows === null || took === null ? [] : [{ rows, took }]));
  if (counted.length === 0) return null;
  const [rows, took] = [sum(counted.map((one) => one.rows)), sum(counted.map((one) => one.took))];
  return (
    <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {t('op.books.check.effort', { rows, took })}
    </Text>
  );
}
