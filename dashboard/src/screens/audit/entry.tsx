/** The parts of an audit entry in words: who, what, and what changed. */
import { Stack, Text } from '@mantine/core';
import type { AuditEntry } from '../../api/types.ts';
import { audit } from '../../strings/en/audit.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { useChangeLines } from './change-words.ts';

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

export function useActorWords(): (entry: AuditEntry) => string {
  const t = useStrings();
  return ({ actor: { kind, id, name } }) => {
    if (kind === 'person') return name ?? t('audit.actor.person');
    // What someone set acts by itself.
    if (kind === 'system' && name !== null) return t('audit.actor.schedule', { name });
    return t(`audit.actor.${kind}`, { name: id ?? '' });
  };
}

export function Actor({ entry }: { entry: AuditEntry }) {
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

export function Changes({ entry }: { entry: AuditEntry }) {
  const lines = useChangeLines()(entry);
  return (
    <Stack gap={2}>
      {lines.map(({ field, label, text }) => (
        <Text key={field} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {label !== undefined && (
            <>
              <Text component="span" inherit c="dimmed" me={2}>
                {label}
              </Text>{' '}
            </>
          )}
          {text}
        </Text>
      ))}
    </Stack>
  );
}
