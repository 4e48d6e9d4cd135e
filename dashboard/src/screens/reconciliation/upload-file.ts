/** Sends a file of the person's machine in pieces, so that neither side ever holds all of it. */
import { type Api, dataOf } from '../../api/client.ts';
import type { StatementFile } from '../../api/types.ts';
import type { Source } from './types.ts';

/** Each arrives in time on a slow line. */
const pieceBytes = 2 * 1_024 * 1_024;
/** As the service bounds them. */
export const fileBytesMax = 128 * 1_024 * 1_024;

/** @param onSent gets how much of it has arrived, from 0 to 1. @throws Problem */
export async function uploadFile(
  api: Api,
  source: Source,
  file: File,
  onSent: (part: number) => void,
): Promise<StatementFile> {
  const body = { source, file_name: file.name.slice(-255), size: file.size };
  let stored = await dataOf(api.POST('/api/v1/operator/statement-files', { body }));
  while (stored.received < stored.size) {
    const offset = stored.received;
    const piece = file.slice(offset, offset + pieceBytes);
    stored = await dataOf(
      api.PUT('/api/v1/operator/statement-files/{id}/content', {
        params: { path: { id: stored.file_id }, query: { offset } },
        headers: { 'Content-Type': 'application/octet-stream' },
        body: piece as never,
        bodySerializer: (bytes: unknown) => bytes as Blob,
      }),
    );
    onSent(stored.received / stored.size);
  }
  return stored;
}
