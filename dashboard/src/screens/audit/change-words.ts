/** What an audit entry changed, in words an auditor reads: labels for its fields, and sentences where a value says no more. */
import { useIntl } from 'react-intl';
import type { AuditEntry } from '../../api/types.ts';
import { audit } from '../../strings/en/audit.ts';
import { states } from '../../strings/en/states.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { decimalsOf } from '../../ui/currency-decimals.ts';
import { useMoney } from '../../ui/money.tsx';
import { useDeviceWords } from '../profile/device-words.ts';

type Change = AuditEntry['changes'][number];
/** `label` is absent of a sentence. */
type ChangeLine = { field: string; label?: string; text: string };
/** Of a sentence that says all of the change itself. */
type WholeChange = { label: string; before: string; after: string };

const isAudit = (id: string): id is StringId & keyof typeof audit => Object.hasOwn(audit, id);
const isLabel = (id: string): id is StringId => isAudit(id) || Object.values(sharedLabels).some((one) => one === id);
const isState = (id: string): id is keyof typeof states => Object.hasOwn(states, id);

const roles = ['owner', 'finance', 'developer', 'viewer', 'administrator', 'support'] as const;
const accounts = ['clearing', 'commission', 'wallet', 'earnings'] as const;
const volumes = ['below_10k', '10k_to_100k', '100k_to_1m', 'above_1m'] as const;
const types = ['merchant', 'courier'] as const;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Fields that are named elsewhere too. */
const sharedLabels: Partial<Record<string, StringId>> = {
  amount: 'app.amount',
  country: 'business.country',
  currency: 'app.currency',
  email: 'profile.email',
  fee: 'payouts.fee',
  legalName: 'business.legalName',
  name: 'profile.name',
  note: 'cash.handovers.note',
  reason: 'limits.reason',
  registrationNumber: 'business.registration',
  role: 'members.role',
  status: 'payouts.status',
  type: 'order.what',
  website: 'business.website',
};

/** `ordersPerMinute` and `orders_per_minute` → `Orders per minute`. */
function fieldWords(field: string): string {
  const words = field.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const sum = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** An id says nothing to a reader. What it names is the object of the entry, or has a name there. */
const idFields: readonly string[] = [
  ...['assignee', 'bankAccount', 'company', 'invitation', 'line', 'link', 'order', 'owner', 'payment', 'payout'],
  'replacedBy',
];
/** Kinds whose acts say what becomes of their status. */
const actedOn: readonly string[] = ['bank_account', 'company', 'courier', 'customer', 'key', 'merchant', 'payout'];
const zero = /^0(\.0+)?( [A-Z]{3})?$/;

/** Fields that repeat what the act or another field of the entry says, or that say nothing. */
function isSaid({ action, changes, object }: AuditEntry, { field, before, after }: Change): boolean {
  if (field === 'currency') return changes.some((one) => one.after !== null && sum.exec(one.after)?.[2] === after);
  if (idFields.includes(field)) return true;
  if (field === 'status') return actedOn.includes(object.kind);
  if (field === 'note') return action.endsWith('notes.write');
  if (field === 'isOn' && action === 'books.publish') return true;
  if (before === null && after !== null && zero.test(after)) return true;
  return action === 'account.change_second_factor' && field === 'secondFactor';
}

const isNothing = (value: string | null): value is null | '' => value === null || value === '';

/** @returns the changes of an entry, and the one that a sentence can hold, if there is no other. */
export function useChangeLines(): (entry: AuditEntry) => { lines: ChangeLine[]; whole: WholeChange | undefined } {
  const t = useStrings();
  const sentenceOf = useSentences();
  const words = useValueWords();
  return (entry) => {
    const changes = entry.changes.filter((change) => !isSaid(entry, change));
    const labelOf = (field: string): string => {
      const label = sharedLabels[field] ?? `audit.field.${field}`;
      return isLabel(label) ? t(label) : fieldWords(field);
    };
    const lines = changes.map((change): ChangeLine => {
      const { field, before, after } = change;
      const sentence = sentenceOf(change, entry.object.kind);
      if (sentence !== undefined) return { field, text: sentence };
      const shown = (value: string | null) => (isNothing(value) ? t('app.none') : words(field, value));
      const text = isNothing(before)
        ? shown(after)
        : t('audit.was', { before: words(field, before), after: shown(after) });
      return { field, label: labelOf(field), text };
    });
    const [line] = lines;
    const [only] = changes;
    if (lines.length !== 1 || line?.label === undefined || only === undefined) return { lines, whole: undefined };
    const { field, before, after } = only;
    if (isNothing(before) || isNothing(after)) return { lines, whole: undefined };
    return { lines, whole: { label: line.label, before: words(field, before), after: words(field, after) } };
  };
}

/** A change that is one of a few, such as a switch, has a sentence of its own: `audit.said.<field>.<value>`. */
function useSentences(): (change: Change, objectKind: string) => string | undefined {
  const t = useStrings();
  const words = useValueWords();
  return ({ field, before, after }, objectKind) => {
    // Its states have words of their own.
    const handover = `audit.said.handover.${after}`;
    if (objectKind === 'cash_handover' && field === 'status' && isAudit(handover)) return t(handover);
    if (field === 'transfer') {
      const [were, are] = [before, after].map((keys) => keys?.split(', ') ?? []) as [string[], string[]];
      const said = (keys: string[], what: 'matched' | 'unmatched') =>
        keys.map((key) => {
          const [holder = '', id = ''] = key.split('/');
          return t(`audit.said.transfer.${what}`, { holder, id });
        });
      const matched = said(
        are.filter((key) => !were.includes(key)),
        'matched',
      );
      const unmatched = said(
        were.filter((key) => !are.includes(key)),
        'unmatched',
      );
      return [...matched, ...unmatched].join('; ');
    }
    if (field === 'held' && before !== null) return t('audit.said.heldBefore', { amount: words(field, before) });
    if (field === 'logo') {
      const change = after === null ? 'removed' : before === null ? 'added' : 'replaced';
      return t(`audit.said.logo.${change}`);
    }
    const id = `audit.said.${field}.${after}`;
    return isAudit(id) ? t(id) : undefined;
  };
}

/** Names of states, roles and the like as elsewhere; sums and times as the reader writes them; anything else as it is. */
function useValueWords(): (field: string, value: string) => string {
  const intl = useIntl();
  const t = useStrings();
  const money = useMoney();
  const deviceWords = useDeviceWords();
  const schedule = useScheduleWords();
  const limits = useLimitWords();
  return (field, value) => {
    if (field === 'browser') return deviceWords(value);
    if (field === 'schedule' || field === 'currencies') return schedule(value);
    if (field === 'limits') return limits(value);
    if (field === 'closed' || field === 'left') return String(value.split(', ').filter((id) => id !== '').length);
    if (field === 'country') return intl.formatDisplayName(value, { type: 'region' }) ?? value;
    const role = field === 'role' ? roles.find((one) => one === value) : undefined;
    if (role !== undefined) return t(`role.${role}`);
    const account = field === 'wallet' ? accounts.find((one) => one === value) : undefined;
    if (account !== undefined) return t(`op.payouts.account.${account}`);
    const type = field === 'type' ? types.find((one) => one === value) : undefined;
    if (type !== undefined) return t(`party.${type}`);
    const volume = field === 'monthlyVolume' ? volumes.find((one) => one === value) : undefined;
    if (volume !== undefined) return t(`business.volume.${volume}`);
    const state = `state.${value}`;
    if (field === 'status' && isState(state)) return t(state);
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'app.yes' : 'app.no');
    const [, amount, currency] = sum.exec(value) ?? [];
    if (amount !== undefined && currency !== undefined) return money(Number(amount), currency);
    return instant.test(value) ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short' }) : value;
  };
}

type Schedule = { every: 'day' | 'week' | 'month'; days?: readonly number[]; time: string };

/** @returns words for one schedule, or for one of each currency. */
function useScheduleWords(): (json: string) => string {
  const t = useStrings();
  const wordsOf = ({ every, days = [], time }: Schedule): string => {
    const named = days.map((day) => {
      const weekday = every === 'week' ? weekdays[day - 1] : undefined;
      return weekday === undefined ? String(day) : t(`weekday.${weekday}`);
    });
    return t(`audit.schedule.${every}`, { days: named.join(', '), time });
  };
  return (json) => {
    const read: Schedule | Record<string, Schedule> = JSON.parse(json);
    if (typeof read.every === 'string') return wordsOf(read as Schedule);
    const each = Object.entries(read as Record<string, Schedule>).map(([code, one]) => `${code}: ${wordsOf(one)}`);
    return each.length === 0 ? t('app.none') : each.join('; ');
  };
}

/** How much cash a payee may hold: minor units by currency. */
function useLimitWords(): (json: string) => string {
  const t = useStrings();
  const money = useMoney();
  return (json) => {
    const limits = Object.entries(JSON.parse(json) as Record<string, number>);
    const words = limits.map(([currency, minor]) => money(minor / 10 ** decimalsOf(currency), currency));
    return words.length === 0 ? t('app.none') : words.join(', ');
  };
}
