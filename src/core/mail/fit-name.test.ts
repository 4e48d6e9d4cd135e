import { expect, it } from 'vitest';
import { fitName, fitUnapprovedName } from './fit-name.ts';

it.each([
  ['Bolt Bistro', 'Bolt Bistro'],
  ['A\r\nBcc: x@example.com', 'A Bcc: x@example.com'],
  ['\u202Eevil\u2066', 'evil'],
  ['x'.repeat(255), `${'x'.repeat(99)}…`],
  ['😀'.repeat(101), `${'😀'.repeat(99)}…`],
])('a name is on one line, shortened: %j', (name, shown) => {
  expect(fitName(name)).toBe(shown);
});

it.each([
  ['QuickBite', 'QuickBite'],
  ['Smith & Sons’ Dhaba No. 7', 'Smith & Sons’ Dhaba No. 7'],
  ['मुंबई स्वाद', 'मुंबई स्वाद'],
  ['Go to evil.example now', 'Go to evil example now'],
  ['https://evil.example/x?y=1', 'https evil example x y 1'],
  ['evil。example ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil example evil example'],
  ['mail pay@evil.example', 'mail pay evil example'],
  ['Call +49 170 123 45 67', 'Call'],
  ['Call 0800-555.1234!', 'Call'],
  ['Bar 1984', 'Bar 1984'],
  ['Your account is blocked, sign in again at once or lose it', 'Your account is blocked, sign in again…'],
  ['a\u202Emoc.live', 'a moc live'],
])('an unapproved account called %s is %s in a mail', (name, shown) => {
  expect(fitUnapprovedName(name)).toBe(shown);
});
