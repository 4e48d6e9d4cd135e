/**
 * How the dashboard is built. Everything is a file of its own with a hash in its name: the content security policy
 * allows no inline script, and hashed files are cached for ever.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledTranslations, namedStrings } from './named-strings.ts';
import { routeFiles } from './route-files.ts';

/** The application, and what the entrance and the frame of a book share: so neither waits for the other. */
const application = [
  /\/src\/mount\.tsx$/,
  /\/ui\/(mark|money-format)\.tsx?$/,
  /\/(ActionIcon|create-safe-context|use-uncontrolled)\.mjs$/,
  /\/useQuery\.js$/,
];

/**
 * A file for what comes together, in this order: each has what the ones before do not have. On a phone's network a
 * request takes as long as 30 KB, and left to itself the build makes 60 small files of what a screen needs. What is
 * opened most comes before what is shared by most: else a home would wait for the parts of every dialog.
 */
const files = [
  { name: 'loader', test: /preload-helper/ },
  { name: 'application', test: (id: string) => application.some((one) => one.test(id)) },
  { name: 'frame', test: /\/app\/shell\.tsx$/ },
  { name: 'home', test: /\/screens\/home\/(company-)?home\.tsx$/ },
  { name: 'entrance', test: /\/screens\/session\/sign-in\.tsx$/ },
  { name: 'list', test: /\/screens\/orders\/orders\.tsx$/ },
  { name: 'trace', test: /\/screens\/orders\/order\.tsx$/ },
  { name: 'shared', minShareCount: 5 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [namedStrings(), compiledTranslations(), react(), routeFiles()],
  // Strings are compiled by the build: the parser stays out of the browser.
  resolve: {
    alias: [
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: files.map((file, n) => ({ ...file, priority: files.length - n })) } },
    },
  },
});
