/** What is said about a start of the database that failed. */
import { expect, it } from 'vitest';
import { adviceFor } from './cluster.ts';
import type { Directories } from './directories.ts';

const application = { name: 'app', title: 'App', dataDirSetting: 'DIR', useYourOwn: 'use your own' };
const dirs = { base: '/data', application } as Directories;

it.each([
  ['could not look up effective user ID 77', /has no entry in \/etc\/passwd.*It said: could not look up/],
  ['libz.so.1: cannot open shared object file', /does not run on this system.*use your own/],
  ['could not create shared memory segment', /too little shared memory/],
  ['initdb: Permission denied', /^You may not read or run something under \/data/],
  ['something else', 'Correct what it says, or use your own. It said: something else'],
])('%s', (text, advice) => {
  expect(adviceFor(dirs, text)).toEqual(typeof advice === 'string' ? advice : expect.stringMatching(advice));
});

it('a full disk: only to make room, without the hint at corrupted data that PostgreSQL gives', () => {
  const said = 'PANIC: could not write: No space left on device\nHINT: some data is corrupted: use the last backup';
  expect(adviceFor(dirs, said)).toBe(
    'The disk is full: free some space under /data. Nothing that was committed is lost.',
  );
});
