/**
 * How the dashboard is built. Everything is a file of its own with a hash in its name: the content security policy
 * allows no inline script, and hashed files are cached for ever.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { routeFiles } from './route-files.ts';

/**
 * A file for what comes together, in this order: each has what the ones before do not have. On a phone's network a
 * request takes as long as 30 KB, and left to itself the build makes 60 small files of what a screen needs.
 */
const files = [
  { name: 'loader', test: /preload-helper/ },
  { name: 'application', test: /\/app\/mount\.tsx$/ },
  { name: 'entrance', test: /\/screens\/session\/sign-in\.tsx$/ },
  { name: 'frame', test: /\/app\/shell\.tsx$/ },
  { name: 'screens', minShareCount: 5 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), routeFiles()],
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
