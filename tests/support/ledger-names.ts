/** For tests: accounts by the names that people see, through the one function that reads them. */
import assert from 'node:assert/strict';
import { type Account, type AccountRef, accountIn, type Book, parseAccount } from '../../src/core/ledger/accounts.ts';

export function accountNamed(name: string): Account {
  const account = parseAccount(name);
  assert(account, `${name} names an account`);
  return account;
}

export const accountAt = (where: Book & { currency: string }, name: string): AccountRef =>
  accountIn(where, accountNamed(name));
