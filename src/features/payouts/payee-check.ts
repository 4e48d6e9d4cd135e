/**
 * Verification of payee: whether the bank knows an account under its holder's name, in the words of the European
 * Payments Council's scheme (EPC218-23). It warns people and decides nothing.
 */
import { type BankAccountDraft, type BankAccountForm, type PayeeResult, readBankAccount } from './bank-account.ts';

export type PayeeAnswer = {
  result: PayeeResult;
  /** Under which the bank knows the account; of a close match only, so that nobody learns whose a number is. */
  name: string | null;
};

/** Never fails: what can't be learned is `not_checked`. */
export type CheckPayee = (account: BankAccountDraft) => Promise<PayeeAnswer>;

/** `payee`: undefined when nobody was asked. */
export type CheckedForm = BankAccountForm & { payee?: PayeeAnswer };

/** Call it before the transaction: the answer may take seconds, in which no lock may be held. */
export async function withPayeeAnswer(form: BankAccountForm, check: CheckPayee | undefined): Promise<CheckedForm> {
  const read = readBankAccount(form);
  // A form with faults is refused by the transaction.
  if (check === undefined || !read.ok) return form;
  return { ...form, payee: await check(read.draft) };
}
