/**
 * Checks what was loaded as a provider package, and what it opened: it comes from outside, and nothing has checked its
 * types. Pure.
 */
import { type OpenedProvider, providerMethods } from './provider.ts';

/** What an attempt, an account and an address can hold: `payment_attempts.provider` has the same check. */
const namePattern = /^[a-z][a-z0-9]{1,29}$/;

/** Names of accounts `outside:<name>` and ways to pay that are no package's. */
const reserved = ['bank', 'card', 'onlinewallet', 'wallet', 'simulator'];

/** @returns the rest of a sentence that begins with the package; undefined when it is one. */
export function problemOfPackage(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'its default export is no object';
  const { name, title, settings, statement, open } = value as Record<string, unknown>;
  if (typeof name !== 'string' || !namePattern.test(name)) {
    return '`name` must be 2 to 30 lower-case letters and digits, beginning with a letter';
  }
  if (reserved.includes(name)) return `\`name\` is ${name}, which means something else here`;
  if (typeof title !== 'string' || title.trim() === '') return '`title` is missing';
  if (typeof open !== 'function') return '`open` is no function';
  if (!Array.isArray(settings)) return '`settings` is no list';
  const problem = settings.map(problemOfSetting).find((one) => one !== undefined);
  return problem ?? (statement === undefined ? undefined : problemOfStatement(statement));
}

function problemOfSetting(value: unknown): string | undefined {
  const { name, pattern, mustBe } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !/^[A-Z][A-Z0-9_]+$/.test(name)) return 'a setting has no `name`, such as ACME_KEY';
  if (name.startsWith('SLUICE_')) return `the setting ${name} begins with SLUICE_`;
  if (!(pattern instanceof RegExp)) return `the setting ${name} has no \`pattern\``;
  if (typeof mustBe !== 'string') return `the setting ${name} has no \`mustBe\``;
  return undefined;
}

const isColumn = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() === value && value !== '';

function problemOfStatement(value: unknown): string | undefined {
  const { date, amount, currency, reference, id, dateOrder, decimal } = (value ?? {}) as Record<string, unknown>;
  const { credit, debit } = (amount ?? {}) as Record<string, unknown>;
  const texts = Array.isArray(reference) ? reference : [];
  const money = typeof amount === 'string' ? [amount] : [credit, debit];
  const columns = [date, ...money, currency, ...texts, ...(id === undefined ? [] : [id])];
  if (texts.length === 0) return '`statement` has no `reference`';
  if (!columns.every(isColumn)) return '`statement` must name its columns as the header writes them';
  if (new Set(columns).size < columns.length) return '`statement` names a column twice';
  if (dateOrder !== undefined && !['DMY', 'MDY', 'YMD'].includes(String(dateOrder))) {
    return '`statement.dateOrder` must be DMY, MDY or YMD';
  }
  if (decimal !== undefined && !['point', 'comma'].includes(String(decimal))) {
    return '`statement.decimal` must be point or comma';
  }
  return undefined;
}

const calls: readonly (keyof OpenedProvider)[] = ['begin', 'confirm', 'close', 'refund'];
const optionalCalls: readonly (keyof OpenedProvider)[] = [
  'acceptsCard',
  'capture',
  'findRefund',
  'findDisputes',
  'submitEvidence',
  'readNotice',
];

/** @returns what is wrong with an opened provider; undefined when it is one. */
export function problemOfOpened(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return '`open` gave no object';
  const opened = value as Record<string, unknown>;
  const { methods, limits, evidenceFilesBytesMax: filesMax } = opened;
  const isMethod = (one: unknown): boolean => providerMethods.some((method) => method === one);
  if (!Array.isArray(methods) || methods.length === 0 || !methods.every(isMethod)) {
    return `\`methods\` must list some of: ${providerMethods.join(', ')}`;
  }
  const present = optionalCalls.filter((call) => opened[call] !== undefined);
  const missing = [...calls, ...present].find((call) => typeof opened[call] !== 'function');
  if (missing !== undefined) return `\`${missing}\` is no function`;
  if (filesMax !== undefined && !(Number.isSafeInteger(filesMax) && Number(filesMax) > 0)) {
    return '`evidenceFilesBytesMax` is no number of bytes';
  }
  if (limits === undefined) return undefined;
  const { charge, refund } = (limits ?? {}) as Record<string, unknown>;
  const areLimits = typeof charge === 'function' && typeof refund === 'function';
  return areLimits ? undefined : '`limits` has no functions `charge` and `refund`';
}
