/** Where files arrive to be taken up: a directory of this machine, or one that is reached by SFTP. */

export type FoundFile = {
  name: string;
  bytes: number;
  /** Milliseconds since 1970. */
  changedAtMs: number;
};

/** Folders of the place, for files that were taken up and for those that could not be. */
export type Folder = 'done' | 'failed';

export type Place = {
  /** The files in the place itself, without those that another program is still writing as far as their names say. */
  list(): Promise<FoundFile[]>;
  /** Calls `work` with the path of the file on this machine: itself, or a copy that is deleted afterwards. */
  withFile<T>(file: FoundFile, work: (path: string) => Promise<T>): Promise<T>;
  /** Writes the report, then moves the file beside it. Done twice, it comes to the same. */
  putAway(file: FoundFile, folder: Folder, names: { file: string; report: string }, report: string): Promise<void>;
  close(): Promise<void>;
};

/** Names that programs give to files until they are whole. */
const unfinished = /^[.~]|~$|\.(?:part|partial|filepart|tmp|temp|crdownload|download|swp|writing)$/i;

export const isFinishedName = (name: string): boolean => !unfinished.test(name);
