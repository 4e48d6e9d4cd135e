/** The parts of an audit entry in words: who, what, and what changed. */
import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { isDemo } from '../../app/demo.ts';
import { audit } from '../../strings/en/audit.ts';
import { type StringId, useShownLanguage, useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';
import { oneLine } from '../../ui/one-line.ts';
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

/** The demo is filled from the command line. */
export const isDemoSetup = ({ actor: { kind, id } }: AuditEntry): boolean =>
  kind === 'command' && id === 'demo' && isDemo();

export function useActorWords(): (entry: AuditEntry) => string {
  const t = useStrings();
  return (entry) => {
    const { kind, id, name } = entry.actor;
    if (isDemoSetup(entry)) return t('audit.actor.demo');
    if (kind === 'person') return name ?? t('audit.actor.person');
    // What someone set acts by itself.
    if (kind === 'system' && name !== null) return t('audit.actor.schedule', { name });
    if (kind === 'key' && name !== null) return t('audit.actor.key.named', { name });
    return t(`audit.actor.${kind}`, { name: id ?? '' });
  };
}

const EnglishSentence = lazy(async () => ({ default: (await import('./english-sentence.tsx')).EnglishSentence }));

type SentenceProps = {
  entry: AuditEntry;
  /** Who did it stands elsewhere. */
  isActAlone?: boolean;
};

/** What was done, as a sentence that begins with who did it. */
export function Sentence({ entry, isActAlone = false }: SentenceProps) {
  const t = useStrings();
  const acts = useActWords();
  const who = useActorWords();
  const isEnglish = useShownLanguage() === 'en';
  const act = acts(entry.action);
  const plain = isActAlone ? act : t('audit.line', { who: who(entry), act });
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} component="div" inherit={isActAlone}>
      {isEnglish ? (
        <Suspense fallback={plain}>
          <EnglishSentence entry={entry} isActAlone={isActAlone} />
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
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }} component="div">
      <Dotted>{parts}</Dotted>
    </Text>
  );
}

/** The English sentence names the object by its name or amount, and says what a switch became. */
function isInSentence({ changes, object }: AuditEntry, { field, text }: { field: string; text: string }): boolean {
  if (field === 'isOn' || field === 'change' || field === 'step' || text === object.name) return true;
  const { before, after } = changes.find((change) => change.field === field) ?? {};
  return field === 'amount' && before === null && Number(after?.split(' ', 1)[0]) === object.amount;
}

/** What an entry changed, as facts in a dotted line. */
export function ChangeFacts({ entry }: { entry: AuditEntry }) {
  const t = useStrings();
  const isEnglish = useShownLanguage() === 'en';
  const { lines: all, whole } = useChangeLines()(entry);
  const lines = isEnglish ? (whole === undefined ? all.filter((line) => !isInSentence(entry, line)) : []) : all;
  return lines.map(({ field, label, text }) => (
    <span key={field} style={{ overflowWrap: 'anywhere' }}>
      {label === undefined ? (
        text
      ) : (
        <Interpolated
          text={t('audit.line', { who: '\n', act: oneLine(text) })}
          part={
            <Text component="span" inherit c="dimmed">
              {label}
            </Text>
          }
        />
      )}
    </span>
  ));
}

export const Changes = ({ entry }: { entry: AuditEntry }) => (
  <Text size="xs" component="div">
    <Dotted>
      <ChangeFacts entry={entry} />
    </Dotted>
  </Text>
);
