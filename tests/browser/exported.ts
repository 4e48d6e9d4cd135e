/** The file that a list is exported to in a real browser. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Presses the button of the list. @returns the name of the file and its lines, the header left out. */
export async function exported(page: Page): Promise<{ name: string; lines: string[] }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  return { name: download.suggestedFilename(), lines };
}
