import { expect, it } from 'vitest';
import { earlyFiles } from './early-files.ts';

const early = earlyFiles(
  JSON.stringify([
    { path: '/', files: ['assets/start.js'] },
    { path: '/h/$holderId/$mode', files: ['assets/home.js'] },
    { path: '/h/$holderId/$mode/payouts/new', files: ['assets/new.js', 'assets/new.css'] },
    { path: '/h/$holderId/$mode/payouts/$id', files: ['assets/payout.js'] },
  ]),
);
const script = (name: string): string =>
  `<link rel="modulepreload" fetchpriority="low" href="/assets/${name}.js" crossorigin />`;

it.each([
  ['/', script('start')],
  ['/?done=password', script('start')],
  ['/h/3/test', script('home')],
  ['/h/3/test/', script('home')],
  ['/h/3/test/payouts/po_7?currency=EUR', script('payout')],
  ['/h/3/test/payouts/new', `${script('new')}<link rel="stylesheet" href="/assets/new.css" crossorigin />`],
  ['/h/3/test/nothing-here', ''],
  ['/h/3/test/payouts/"><script>', script('payout')],
])('names the files of the screen at %s', (url, elements) => {
  expect(early(url)).toBe(elements);
});
