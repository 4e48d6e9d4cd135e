/** What a run of the tests starts, and what a change lets run, by what the test files import and read. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withReaders } from './support/run/changed-files.ts';
import { neededParts, type Part } from './support/run/needed-parts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('a run of one file starts what the file needs', () => {
  it.each<[file: string, parts: Part[]]>([
    ['src/base/clock/schedule.test.ts', []],
    ['tests/architecture/floors.test.ts', []],
    ['src/features/orders/record-order.test.ts', ['postgres']],
    ['tests/schema.test.ts', ['postgres']],
    ['tests/client/named-strings.test.ts', ['dashboard']],
    ['tests/crash/two-processes.test.ts', ['postgres', 'program']],
    ['tests/browser/orders-screen.test.ts', ['browser', 'dashboard', 'postgres']],
  ])('%s: %j', (file, parts) => {
    expect([...neededParts([`${root}${file}`])].sort()).toEqual(parts);
  });

  it('and all of them start everything', () => {
    const files = globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root });
    expect(neededParts(files.map((file) => `${root}${file}`)).size).toBe(4);
  });
});

describe('a change of what no module imports counts as one of the modules that read it', () => {
  it.each<[changed: string, readBy: string[]]>([
    ['dashboard/src/screens/orders/order.tsx', ['dashboard/build.ts', 'tests/support/dashboard-sources.ts']],
    ['src/api/checkout/views/card.eta', ['src/core/pages/render-page.ts', 'tests/support/run/program.ts']],
    ['src/features/settlements/statements/views/party.eta', ['src/features/settlements/statements/views.ts']],
    ['migrations/0001_first.sql', ['src/base/database/migrations.ts', 'tests/support/test-database.ts']],
    ['schema.sql', ['tests/schema.test.ts']],
    ['CONTRIBUTING.md', ['tests/documents/signatures.test.ts', 'tests/citations.test.ts']],
    ['docs/monitoring/alerts.yml', ['tests/end-to-end/metrics.test.ts']],
    ['src/base/money/amount.ts', ['tests/support/source-files.ts', 'tests/support/run/program.ts']],
    ['tests/browser/judge-page.js', ['tests/browser/axe.ts']],
  ])('%s: %j', (changed, readBy) => {
    expect(withReaders(root, [changed])).toEqual(expect.arrayContaining([changed, ...readBy]));
  });

  it('a module is not read by the service', () => {
    expect(withReaders(root, ['src/base/money/amount.ts'])).not.toContain('src/core/pages/render-page.ts');
    expect(withReaders(root, ['src/base/money/amount.test.ts'])).not.toContain('tests/support/run/program.ts');
  });
});
