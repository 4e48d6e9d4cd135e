/**
 * A PostgreSQL server built into an application: started when first needed, one per data directory, with an owner and
 * a service role. The only module of this folder that others import; it knows nothing of them.
 */
export type { Application } from './application.ts';
export { backupEmbedded, restoreEmbedded } from './backup.ts';
export { type EmbeddedServer, type ServerAddress, startEmbeddedServer } from './server.ts';
