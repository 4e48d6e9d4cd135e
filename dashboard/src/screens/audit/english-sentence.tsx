/** An audit entry as one English sentence, with a link to its object. In the other languages the act stands after the name. */
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { auditSentences } from '../../strings/en/audit-sentences.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useChangeLines } from './change-words.ts';
import { isDemoSetup } from './entry.tsx';
import { useObjectLink } from './object-link.ts';

const isKnown = (id: string): id is StringId & keyof typeof auditSentences => Object.hasOwn(auditSentences, id);

/** Where the object stands in the sentence, until its link is put there. */
const gap = '\n';
const none = 'none';
const accounts: readonly string[] = ['holder', 'company', 'merchant', 'courier', 'customer'];

/** @param isActAlone without who did it. */
export function EnglishSentence({ entry, isActAlone }: { entry: AuditEntry; isActAlone: boolean }) {
  const t = useStrings();
  const whoActed = useWho();
  const [article, what] = articleApart(useWhat()(entry));
  const link = useOthersLink(entry);
  const { whole } = useChangeLines()(entry);
  const id = idOf(entry);
  const who = isActAlone ? '' : whoActed(entry);
  if (id === undefined) return isActAlone ? entry.action : `${who}: ${entry.action}`;
  const sentence = t(id, { who, what: `${article}${gap}`, id: entry.object.id });
  const text = isActAlone ? capitalized(sentence.trimStart()) : sentence;
  const part: ReactNode =
    link === undefined ? (
      what
    ) : (
      <Link {...link} data-underline="always">
        {what}
      </Link>
    );
  return (
    <>
      <Interpolated text={text} part={part} />
      {whole !== undefined && t('did.change', { label: lowered(whole.label), from: whole.before, to: whole.after })}
    </>
  );
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A link begins at the noun: “the USD 30.00 payout” → “the ”, “USD 30.00 payout”. */
function articleApart(what: string): [article: string, noun: string] {
  const article = /^(?:an?|the) /.exec(what)?.[0] ?? '';
  return [article, what.slice(article.length)];
}

/** A page doesn't link to itself. */
function useOthersLink(entry: AuditEntry) {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const link = useObjectLink()(entry);
  return link === undefined || router.buildLocation(link).pathname === path ? undefined : link;
}

/** Of these an act has a sentence for each value. */
const variants: readonly string[] = ['status', 'isOn', 'change', 'step'];

function idOf({ action, changes }: AuditEntry): (StringId & keyof typeof auditSentences) | undefined {
  const values = changes.filter(({ field }) => variants.includes(field)).map(({ after }) => `did.${action}.${after}`);
  return [...values, `did.${action}`].find(isKnown);
}

/** `Orders per minute` → `orders per minute`; `BIC` stays. */
const lowered = (label: string): string =>
  /^.[A-Z]/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

function useWho(): (entry: AuditEntry) => string {
  const t = useStrings();
  return (entry) => {
    const { kind, id, name } = entry.actor;
    if (isDemoSetup(entry)) return t('audit.actor.demo');
    if (kind === 'person') return name ?? t('did.who.person');
    if (kind === 'system' && name !== null) return t('did.who.schedule', { name });
    if (kind === 'key' && name !== null) return t('did.who.key.named', { name });
    return t(`did.who.${kind}`, { name: id ?? '' });
  };
}

function useWhat(): (entry: AuditEntry) => string {
  const t = useStrings();
  const money = useMoney();
  return ({ object, mode }) => {
    const kind = accounts.includes(object.kind) ? 'account' : object.kind;
    const id = `did.what.${kind}`;
    const isNamedById = object.kind === 'order' && !/^\d+$/.test(object.id);
    const name = object.name ?? (isNamedById ? object.id : none);
    const amount = object.amount === null || object.currency === null ? none : money(object.amount, object.currency);
    return isKnown(id) ? t(id, { name, amount, mode: mode ?? none }) : t('did.what.thing');
  };
}
