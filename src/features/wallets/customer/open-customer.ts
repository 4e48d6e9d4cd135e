/** Opens the wallet of a person who signed up to pay: a customer that they own. In the transaction that confirms it. */
import type { Tx } from '../../../base/database/transaction.ts';
import { insertHolder } from '../../holders/holders.repository.ts';
import { insertMember } from '../../holders/members.repository.ts';
import type { Person } from '../../people/people.ts';

export async function openCustomer(tx: Tx, { personId, name }: Person): Promise<void> {
  const holderId = await insertHolder(tx, 'customer', name);
  await insertMember(tx, holderId, personId, 'owner');
}
