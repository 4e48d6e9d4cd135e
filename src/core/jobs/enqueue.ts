/** Adds jobs to the queue, in the transaction that causes them. */
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Job } from './declare-jobs.ts';
import { bookFlags } from './due-jobs.ts';

/** In the caller's transaction. A queued job with the same key is replaced, so it runs once. */
export async function enqueue(tx: Tx, { name, payload, key, runAt, queue }: Job): Promise<void> {
  const flags = bookFlags(payload);
  await command`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key}, job_key_mode => 'replace', flags => ${flags.length === 0 ? null : flags}::text[])`.execute(tx);
}
