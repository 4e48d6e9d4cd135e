/** The parts of an audit entry in words: who, what, and what changed. */
import { Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { paths } from '../../api/api.generated.ts';
import { audit } from '../../strings/en/audit.ts';
import { states } from '../../strings/en/states.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useDeviceWords } from '../profile/device-words.ts';

export type Entry =
  paths['/api/v1/operator/audit-log']['get']['responses'][200]['content']['application/json']['data'][number];

const isState = (id: string): id is keyof typeof states => Object.hasOwn(states, id);
const isKnown = (id: string): id is StringId & keyof typeof audit => Object.hasOwn(audit, id);

/** An act that this version has no words for is shown as it is. */
export function useActWords(): (action: string) => string {
  const t = useStrings();
  return (action) => {
    const id = `act.${action}`;
    return isKnown(id) ? t(id) : action;
  };
}

/** Every act that has words, for a choice. */
export const knownActs: readonly string[] = Object.keys(audit)
  .filter((id) => id.startsWith('act.'))
  .map((id) => id.slice('act.'.length));

export function useActorWords(): (entry: Entry) => string {
  const t = useStrings();
  return ({ actor: { kind, id, name } }) => {
    if (kind === 'person') return name ?? t('audit.actor.person');
    return t(`audit.actor.${kind}`, { name: id ?? '' });
  };
}

export function Actor({ entry }: { entry: Entry }) {
  const t = useStrings();
  const words = useActorWords();
  const { email, address } = entry.actor;
  const below = [email, address === null ? null : t('audit.from.address', { address })].filter((one) => one !== null);
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words(entry)}
      </Text>
      {below.map((line) => (
        <Text key={line} size="xs" c="dimmed" style={{ overflowWrap: 'break-word' }}>
          {line}
        </Text>
      ))}
    </div>
  );
}

const roles = ['owner', 'finance', 'developer', 'viewer', 'administrator', 'support'] as const;

/** Fields whose own names say too little. */
const named = ['closed', 'left'] as const;

/** `ordersPerMinute` and `orders_per_minute` → `Orders per minute`. */
function fieldWords(field: string): string {
  const words = field.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const sum = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A browser by its name, a state as its badge says, a sum and a time as the reader writes them, anything else as it is. */
function useValueWords(): (field: string, value: string) => string {
  const intl = useIntl();
  const t = useStrings();
  const money = useMoney();
  const deviceWords = useDeviceWords();
  return (field, value) => {
    if (field === 'browser') return deviceWords(value);
    const role = field === 'role' ? roles.find((one) => one === value) : undefined;
    if (role !== undefined) return t(`role.${role}`);
    const state = `state.${value}`;
    if (field === 'status' && isState(state)) return t(state);
    const [, amount, currency] = sum.exec(value) ?? [];
    if (amount !== undefined && currency !== undefined) return money(Number(amount), currency);
    return instant.test(value) ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short' }) : value;
  };
}

export function Changes({ entry }: { entry: Entry }) {
  const t = useStrings();
  const words = useValueWords();
  // A sum says its currency.
  const isSaid = (field: string, value: string | null) =>
    field === 'currency' && entry.changes.some(({ after }) => after !== null && sum.exec(after)?.[2] === value);
  const nameOf = (field: string) => {
    const known = named.find((one) => one === field);
    return known === undefined ? fieldWords(field) : t(`audit.field.${known}`);
  };
  const shown = (field: string, value: string | null) =>
    value === null || value === '' ? t('app.none') : words(field, value);
  const changes = entry.changes.filter(({ field, after }) => !isSaid(field, after));
  return (
    <Stack gap={2}>
      {changes.map(({ field, before, after }) => (
        <Text key={field} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <Text component="span" inherit c="dimmed" me={2}>
            {nameOf(field)}
          </Text>{' '}
          {before === null || before === ''
            ? shown(field, after)
            : t('audit.was', { before: words(field, before), after: shown(field, after) })}
        </Text>
      ))}
    </Stack>
  );
}
