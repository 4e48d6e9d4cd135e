/**
 * The files of a zip, one after another, as they come out of the stream. Must never unpack more bytes than are asked for:
 * a small zip can hold a huge file.
 */
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { Unreadable } from './unreadable.ts';

/** Packed bytes at a time: a thousand times as many may come out. */
const pieceBytes = 1_024;

export type ZipPiece = { name: string; bytes: Uint8Array; isLast: boolean };

/** @throws Unreadable where the zip is damaged, cut off or protected. */
export async function* unzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ZipPiece> {
  const ready: ZipPiece[] = [];
  let failure: Error | undefined;
  let isInFile = false;
  const take = (file: UnzipFile) => {
    const { name } = file;
    isInFile = true;
    file.ondata = (error, bytes, isLast) => {
      if (error) failure = error;
      else ready.push({ name, bytes, isLast });
      if (isLast) isInFile = false;
    };
    file.start();
  };
  const archive = new Unzip(take);
  archive.register(UnzipInflate);
  const push = (bytes: Uint8Array, isLast: boolean) => {
    try {
      archive.push(bytes, isLast);
    } catch (error) {
      failure = error as Error;
    }
    if (failure !== undefined) {
      throw new Unreadable('The zip is damaged, or packed in an unusual way. Unpack it first, or download it again.');
    }
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      push(chunk.subarray(start, start + pieceBytes), false);
      yield* ready.splice(0);
    }
  }
  push(new Uint8Array(), true);
  yield* ready.splice(0);
  if (isInFile) throw new Unreadable('The zip ends before it is complete. Download it again.');
}
