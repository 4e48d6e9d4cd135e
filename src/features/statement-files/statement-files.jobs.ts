/** The jobs of uploaded statement files: reading and importing them, and deleting those that were left. */
import type { Clock } from '../../base/clock/clock.ts';
import { authorized } from '../../core/jobs/authorized.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { importStatementFile } from './import-statement-file.ts';
import { readStatementFile } from './read-statement-file.ts';
import { purgeFiles } from './statement-files.repository.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    /** For the person who asked, whose request has this number. */
    read_statement_file: { fileId: string; revision: number };
    import_statement_file: { fileId: string; revision: number };
    purge_statement_files: undefined;
  }
}

type Deps = Parameters<typeof readStatementFile>[0] & { clock: Clock };

export const statementFileJobs = (
  deps: Deps,
): Jobs<'read_statement_file' | 'import_statement_file' | 'purge_statement_files'> => ({
  read_statement_file: {
    run: (_actor, { fileId, revision }) => readStatementFile(deps, { id: BigInt(fileId), revision }),
  },
  import_statement_file: {
    run: (_actor, { fileId, revision }) => importStatementFile(deps, { id: BigInt(fileId), revision }),
  },
  purge_statement_files: {
    schedule: schedules.everyHour,
    run: authorized('records.purge', () => purgeFiles(deps.db)),
  },
});
