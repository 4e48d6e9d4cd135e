/** A real Chromium, which arrives through npm. */
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';

/** The package's own default arguments switch web security off: none of them are used. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });

/** Nothing moves: a colour on its way to another one would be judged half-way. */
const still = { reducedMotion: 'reduce' } satisfies BrowserContextOptions;
export const phone = {
  ...still,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;
export const desktop = { ...still, viewport: { width: 1280, height: 900 } } satisfies BrowserContextOptions;
