/** The Laravel package in an application made of what Debian packages of Laravel: `php/laravel.php`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { folderOf, programs } from './kit.ts';

const run = promisify(execFile);
const parts = ['Routing', 'Cache', 'Config', 'Encryption', 'Events', 'Filesystem'].map((part) => `Illuminate/${part}`);

export const laravelPackage = folderOf('../../plugins/laravel/');
export const hasLaravel =
  programs.php !== undefined && [...parts, 'Dotenv'].every((part) => existsSync(`/usr/share/php/${part}/autoload.php`));

/** `run` names the function of the program that is called; `settings` are the application's environment and configuration. */
type Given = { run: string; settings?: { env?: object; config?: object }; [more: string]: unknown };

/** @param kept the folder of the application's cache. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it ran.
export async function runInLaravel(kept: string, given: Given): Promise<any> {
  const strict = ['-d', 'display_errors=stderr', '-d', 'log_errors=0'];
  const args = [folderOf('php/laravel.php'), laravelPackage, kept, JSON.stringify(given)];
  const { stdout, stderr } = await run('php', [...strict, ...args]);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}
