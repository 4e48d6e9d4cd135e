/**
 * Watches a place and takes up what arrives, one file after the other, the oldest first. A file is taken up when it has
 * not changed between two looks, so that none is read while it is written. Must never put a file away before what it says
 * is committed: a process that dies in between takes it up again, which changes nothing.
 */
import type { Folder, FoundFile, Place } from './place.ts';
import { storedNames } from './stored-names.ts';
import type { Taken } from './take-file.ts';

type Watching = {
  /** Opens the place for one look. */
  open(): Promise<Place>;
  take(file: { name: string; path: string }): Promise<Taken>;
  /** Resolves when it is time for the next look, or at once when this should stop. */
  pause(): Promise<unknown>;
  /** One line each. */
  say(sentence: string): void;
  /** Of what is tried again, said once while it lasts. */
  complain(problem: string): void;
  stopping: AbortSignal;
};

/** `problems`: files that are still there, or the place itself, which could not be reached. */
type Count = Record<Folder, number> & { problems: number };

/** @param looks how often to look: without a number, until it is stopped. */
export async function watch(watching: Watching, looks = Number.POSITIVE_INFINITY): Promise<Count> {
  const count: Count = { done: 0, failed: 0, problems: 0 };
  let before = new Map<string, string>();
  let said = new Set<string>();
  for (let left = looks; left > 0 && !watching.stopping.aborted; left -= 1) {
    const problems = new Set<string>();
    before = await look(watching, before, count, problems);
    for (const problem of problems) if (!said.has(problem)) watching.complain(problem);
    said = problems;
    count.problems = problems.size;
    if (left > 1) await watching.pause();
  }
  return count;
}

/** @param before the state of each file at the last look. @returns that of now. */
async function look(
  { open, take, say, stopping }: Watching,
  before: ReadonlyMap<string, string>,
  count: Count,
  problems: Set<string>,
): Promise<Map<string, string>> {
  let now = new Map<string, string>();
  let place: Place | undefined;
  try {
    place = await open();
    const files = await place.list();
    now = new Map(files.map((file) => [file.name, stateOf(file)]));
    for (const file of files.sort(byAge)) {
      if (stopping.aborted) break;
      if (before.get(file.name) !== stateOf(file)) continue;
      try {
        const { folder, sentence } = await takeAndPutAway(place, take, file);
        count[folder] += 1;
        say(sentence);
      } catch (error) {
        problems.add(`${printable(file.name)}: ${reasonOf(error)} It is tried again.`);
      }
    }
  } catch (error) {
    problems.add(reasonOf(error));
  } finally {
    await place?.close().catch(() => {});
  }
  return now;
}

const stateOf = ({ bytes, changedAtMs }: FoundFile): string => `${bytes}/${changedAtMs}`;

const byAge = (a: FoundFile, b: FoundFile): number => a.changedAtMs - b.changedAtMs || (a.name < b.name ? -1 : 1);

async function takeAndPutAway(place: Place, take: Watching['take'], file: FoundFile) {
  const { folder, hash, sentences } = await place.withFile(file, (path) => take({ name: file.name, path }));
  const names = storedNames(file.name, hash);
  await place.putAway(file, folder, names, `${printable(file.name)}\n\n${sentences.join('\n')}\n`);
  return { folder, sentence: `${printable(file.name)} → ${folder}/${printable(names.file)}: ${sentences.join(' ')}` };
}

/** A name may hold what a terminal takes for a command. */
const printable = (name: string): string => name.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '?');

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};
