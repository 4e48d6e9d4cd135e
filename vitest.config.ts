import { defineConfig } from 'vitest/config';
import { changedFiles, everyTest } from './tests/support/run/changed-files.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'sdk/src/**/*.test.ts', 'tests/**/*.test.ts'],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as the browser waits by itself.
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['tests/support/global-setup.ts', 'tests/statements/global-setup.ts', 'tests/events/global-setup.ts'],
    setupFiles: ['tests/support/quick-passwords.ts', 'tests/statements/observe.ts', 'tests/support/check-answers.ts'],
    maxWorkers: 4,
    // Node.js loads the sources as it does for the service: faster, and nothing here needs Vite.
    experimental: { viteModuleRunner: false, nodeLoader: false, vcsProvider: changedFiles },
    forceRerunTriggers: everyTest.map((file) => `**/${file}`),
    // A worker runs many files: its garbage is worth collecting late.
    execArgv: ['--initial-old-space-size=1024', '--min-semi-space-size=32', '--max-semi-space-size=32'],
  },
});
