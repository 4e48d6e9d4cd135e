/** SQL for the demo's bank statements: what the bank would have seen. Reads only. */
import type { Database } from '../../base/database/pool.ts';

/** Minor units, above 0 for what came in. */
type BankMovement = { at: Date; amount: bigint; currency: string; reference: string };

/** Top-ups and payouts of test mode that went through the bank since then, oldest first. */
export async function listBankMovements(db: Database, since: Date): Promise<BankMovement[]> {
  const topUps = await db
    .selectFrom('topUps')
    .select(['id as reference', 'succeededAt as at', 'amount', 'currency'])
    .where('mode', '=', 'test')
    .where('source', '=', 'bank')
    .where('succeededAt', '>=', since)
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .select(['id as reference', 'sentAt as at', 'amount', 'fee', 'currency'])
    .where('mode', '=', 'test')
    .where('status', 'in', ['sent', 'completed'])
    .where('sentAt', '>=', since)
    .execute();
  return [
    ...topUps.map((one) => ({ ...one, at: one.at as Date })),
    ...payouts.map(({ fee, amount, ...one }) => ({ ...one, at: one.at as Date, amount: fee - amount })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

export async function hasStatements(db: Database): Promise<boolean> {
  return (await db.selectFrom('statementImports').select('id').limit(1).executeTakeFirst()) !== undefined;
}
