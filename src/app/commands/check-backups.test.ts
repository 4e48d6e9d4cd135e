/** What `sluice doctor` says of backups (docs/backups.md, "On a schedule"). */
import { expect, it } from 'vitest';
import { judge } from './check-backups.ts';

const now = new Date('2026-11-27T12:00:00Z');
const last = (startedAt: string) => ({
  startedAt: new Date(startedAt),
  finishedAt: new Date(startedAt),
  place: '/backups',
  name: 'a',
  bytes: 4_288_048,
});
const [fresh, old] = [last('2026-11-27T02:30:00Z'), last('2026-11-25T23:59:00Z')];
const none = { failures: 0, error: null };
const failed = { failures: 3, error: 'full' };

it.each<[Parameters<typeof judge>[0], string, RegExp]>([
  [{ last: fresh, ...none, isScheduled: true }, 'ok', /^a in \/backups, 10 hours ago, 4\.3 MB$/],
  [{ last: fresh, ...none, isScheduled: false }, 'ok', /MB$/],
  [{ last: fresh, ...failed, isScheduled: true }, 'wrong', /MB; 3 failed since: full$/],
  [{ last: old, ...none, isScheduled: true }, 'wrong', /36 hours ago.*: the log says why$/],
  [{ last: old, ...none, isScheduled: false }, 'missing', /: set SLUICE_BACKUP_TO/],
  [{ last: undefined, ...none, isScheduled: false }, 'missing', /^none was ever made: set SLUICE_BACKUP_TO/],
  [{ last: undefined, ...none, isScheduled: true }, 'missing', /^none was ever made: the service makes the first/],
  [{ last: undefined, ...failed, isScheduled: true }, 'wrong', /^none was ever made: 3 failed since: full$/],
])('%#: %j is %s', (known, state, detail) => {
  expect(judge(known, now)).toEqual({ state, detail: expect.stringMatching(detail) });
});
