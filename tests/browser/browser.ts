/** A real Chromium, which arrives through npm. */
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { hasSharedMemory } from '../support/run/shared-memory.ts';

/**
 * Pages here live for a second: compiling their scripts for speed, by either compiler, takes longer than it saves. Bytecode
 * is kept for the next page. All cores are busy already: more threads would not collect garbage sooner.
 */
const jsFlags = `--js-flags=${[
  '--no-opt',
  '--no-maglev',
  '--always-sparkplug',
  '--no-flush-bytecode',
  '--min-semi-space-size=16',
  '--single-threaded-gc',
].join(',')}`;

/** Files on a disk cost more; Playwright prefers them for containers that have too little memory to share. */
const memory = hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {};

let launched: Promise<Browser> | undefined;

/**
 * One browser for all files of a worker; it ends with the worker. Whoever opens a context closes it. The package's own
 * default arguments switch web security off: none of them are used.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) {
    launched = chromium.launch({
      ...memory,
      executablePath: await sparticuz.executablePath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', jsFlags],
    });
  }
  return launched as Promise<Browser>;
}

/** Nothing moves: a colour on its way to another one would be judged half-way. */
const still = { reducedMotion: 'reduce' } satisfies BrowserContextOptions;
export const phone = {
  ...still,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;
export const desktop = { ...still, viewport: { width: 1280, height: 900 } } satisfies BrowserContextOptions;

/** A way through several screens is walked on one of both: what they share is most of it. */
export const onPhone = ['a phone', phone] as const;
export const atDesk = ['a desk', desktop] as const;
