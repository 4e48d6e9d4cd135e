/** Where backups are kept: a directory or an S3-compatible bucket. Each backup is a folder of files in it. */

export type Place = {
  /** For messages; without credentials. */
  description: string;
  /** The directory, if it is on this machine. */
  directory: string | undefined;
  /** The folders. A place that does not exist yet has none. */
  listFolders(): Promise<string[]>;
  listFiles(folder: string): Promise<string[]>;
  /** Whole or not at all. @param sha256 of the content, in hex. */
  write(folder: string, file: string, content: Buffer, sha256: string): Promise<void>;
  /** @returns undefined when there is none. */
  read(folder: string, file: string): Promise<Buffer | undefined>;
  /** It may be gone already. */
  remove(folder: string, file: string): Promise<void>;
  /** After its files; one that still has files is left. */
  removeFolder(folder: string): Promise<void>;
};
