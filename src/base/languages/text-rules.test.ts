import { expect, it } from 'vitest';
import { textProblem } from './text-rules.ts';

const plain = 'Payment successful';
const paid = 'You paid {amount} to {shop}.';
const counted = 'It works for {days, plural, one {# day} other {# days}}.';
const chosen = 'Join {kind, select, service {the operator} other {“{team}”}} at {host}';

it.each([
  [plain, 'Thank you'],
  [plain, "It's done"],
  [paid, '{shop} got {amount}'],
  [counted, 'Works {days, plural, =1 {today} other {# days}}'],
  [counted, 'Works {days} days'],
  [chosen, 'Join {team} at {host}'],
  [chosen, '{kind, select, other {{team}}} – {host}'],
  [plain, 'نعم، می‌خواهم'],
  [plain, 'x'.repeat(1_000)],
])('%s may become %s', (english, text) => {
  expect(textProblem(english, text)).toBeUndefined();
});

const unreadable = 'has a brace without its other half, or a choice that cannot be read';
const hidden = 'must be one line without characters that are invisible or turn text around';

it.each([
  [plain, '', 'must not be empty'],
  [plain, ' ', 'must not be empty'],
  [plain, ' Thanks', 'must not begin or end with a space'],
  [plain, 'x'.repeat(1_001), 'must have at most 1,000 characters'],
  [plain, 'Two\nlines', hidden],
  [plain, 'a\u0000b', hidden],
  [plain, 'a\u2028b', hidden],
  [plain, '\u202egnp.exe', hidden],
  [plain, 'a\u2066b', hidden],
  [plain, 'a\u200bb', hidden],
  [plain, 'half \ud83d', hidden],
  [plain, '<b>Thanks</b>', 'must not contain < or >'],
  [plain, 'a {', unreadable],
  [counted, '{days, plural, one {# day}}', unreadable],
  [plain, 'Hello {name}', 'has {name}, which is not a value of this text'],
  [paid, 'You paid {shop}.', 'must contain {amount}'],
  [paid, 'You paid {shop, select, a {{amount}} other {{amount}}}', 'must use {shop} as the original does'],
  [paid, '{amount, number} {shop}', 'must use {amount} as the original does'],
  [counted, 'It works for a while.', 'must contain {days}'],
  [chosen, 'Join {kind, select, service {it} other {{team}}}', 'must contain {host}'],
  [chosen, 'Join {kind, select, service {{host}} other {{team}}}', 'must contain {host}'],
  [chosen, 'Join us at {host}', 'must contain {team}'],
  [chosen, 'Join {kind, select, admin {it} other {{team}}} at {host}', 'has the choice “admin”, which {kind} never is'],
])('%s may not become %j', (english, text, problem) => {
  expect(textProblem(english, text)).toBe(problem);
});
