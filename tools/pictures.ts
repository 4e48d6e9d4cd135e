/**
 * `npm run pictures`: draws the pictures of docs/images again and names those that are no longer as accepted, with what
 * differs; exits 1 then, and tells where the drawn ones are. `npm run pictures -- --accept` puts them in their place.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const accept = process.argv.includes('--accept');
const directory = mkdtempSync(join(tmpdir(), 'sluice-pictures-'));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'tests/browser/pictures.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DRAW_PICTURES: directory, ...(accept ? { ACCEPT_PICTURES: 'true' } : {}) },
});
process.exitCode = status ?? 1;
