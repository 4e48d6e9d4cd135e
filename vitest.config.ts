import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'sdk/src/**/*.test.ts', 'tests/**/*.test.ts'],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/support/global-setup.ts', 'tests/statements/global-setup.ts', 'tests/events/global-setup.ts'],
    setupFiles: ['tests/support/quick-passwords.ts', 'tests/statements/observe.ts', 'tests/support/check-answers.ts'],
    maxWorkers: 4,
  },
});
