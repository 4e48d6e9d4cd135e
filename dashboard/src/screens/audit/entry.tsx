/** The parts of an audit entry in words: who, what, and what changed. */
import { Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { audit } from '../../strings/en/audit.ts';
import { type StringId, useShownLanguage, useStrings } from '../../strings/strings.tsx';
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

function useActorWords(): (entry: AuditEntry) => string {
  const t = useStrings();
  return ({ actor: { kind, id, name } }) => {
    if (kind === 'person') return name ?? t('audit.actor.person');
    // What someone set acts by itself.
    if (kind === 'system' && name !== null) return t('audit.actor.schedule', { name });
    if (kind === 'key' && name !== null) return t('audit.actor.key.named', { name });
    return t(`audit.actor.${kind}`, { name: id ?? '' });
  };
}

const EnglishSentence = lazy(async () => ({ default: (await import('./english-sentence.tsx')).EnglishSentence }));

/** What was done, as a sentence that begins with who did it. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const t = useStrings();
  const acts = useActWords();
  const who = useActorWords();
  const isEnglish = useShownLanguage() === 'en';
  const plain = t('audit.line', { who: who(entry), act: acts(entry.action) });
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} component="div">
      {isEnglish ? (
        <Suspense fallback={plain}>
          <EnglishSentence entry={entry} />
        </Suspense>
      ) : (
        plain
      )}
    </Text>
  );
}

/** Where the person who acted can be reached, and from where they acted. */
export function ActorDetails({ entry }: { entry: AuditEntry }) {
  const t = useStrings();
  const { email, address } = entry.actor;
  const parts = [email, address === null ? null : t('audit.from.address', { address })].filter((one) => one !== null);
  if (parts.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {parts.join(' · ')}
    </Text>
  );
}

/** The English sentence names the object by its name or amount, and says what a switch became. */
function isInSentence({ changes, object }: AuditEntry, { field, text }: { field: string; text: string }): boolean {
  if (field === 'isOn' || field === 'change' || field === 'step' || text === object.name) return true;
  const { before, after } = changes.find((change) => change.field === field) ?? {};
  return field === 'amount' && before === null && Number(after?.split(' ', 1)[0]) === object.amount;
}

export function Changes({ entry }: { entry: AuditEntry }) {
  const isEnglish = useShownLanguage() === 'en';
  const { lines: all, whole } = useChangeLines()(entry);
  const lines = isEnglish ? (whole === undefined ? all.filter((line) => !isInSentence(entry, line)) : []) : all;
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
