/** All evidence of a dispute as one zip, for the operator, who hands it over: each file under a name of ours, and the texts. */
import { Zip, ZipPassThrough } from 'fflate';
import type { Database } from '../../../base/database/pool.ts';
import { type Evidence, type EvidenceKey, findFile, type ListedFile } from './evidence.repository.ts';
import type { Texts } from './evidence.ts';
import { fileExtensions } from './evidence-file.ts';

/** Reads and holds one file at a time. They are compressed already, and stored as they are. */
export async function* zipEvidence(
  db: Database,
  key: EvidenceKey,
  { texts, submittedAt }: Pick<Evidence, 'texts' | 'submittedAt'>,
  files: readonly ListedFile[],
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    made.push(chunk);
  });
  const add = (name: string, bytes: Uint8Array): Uint8Array[] => {
    const entry = new ZipPassThrough(name);
    if (submittedAt !== null) entry.mtime = submittedAt;
    zip.add(entry);
    entry.push(bytes, true);
    return made.splice(0);
  };
  if (Object.keys(texts).length > 0) yield* add('texts.txt', Buffer.from(textsFile(key.disputeId, texts)));
  for (const { purpose, type } of files) {
    const file = await findFile(db, key, purpose);
    if (file !== undefined) yield* add(`${purpose}.${fileExtensions[type]}`, file.bytes);
  }
  zip.end();
  yield* made;
}

/** Plain text: each text below its name. */
function textsFile(disputeId: string, texts: Texts): string {
  const parts = Object.entries(texts).map(([name, text]) => {
    const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
    return `${title}\n${'-'.repeat(title.length)}\n${text}\n`;
  });
  return [`Evidence of dispute ${disputeId}\n`, ...parts].join('\n');
}
