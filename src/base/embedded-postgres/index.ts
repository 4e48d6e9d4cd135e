/**
 * A PostgreSQL server embedded in an application: started on first use, one per data directory, with an owner and a
 * service role. Other folders import this module only, and nothing here may import theirs.
 */
export type { Application } from './application.ts';
export {
  ArchiveBusyError,
  archiveEmbedded,
  backupEmbedded,
  type DatabaseFacts,
  restoreEmbedded,
} from './backup.ts';
export { type FileLock, lockExclusive, tryLockExclusive } from './file-lock.ts';
export { type EmbeddedServer, type ServerAddress, startEmbeddedServer } from './server.ts';
export { withTemporaryDataDir } from './temporary.ts';
