/**
 * Asks a service of the operator's choice whether a bank account is the payee's (docs/operating.md, "Verification of payee").
 * Follows no redirect, and neither waits nor reads longer than its limits. An account number must never be logged.
 */
import { isBic, lineOf } from '../bank-files/bank-codes.ts';
import { type BankAccountDraft, isPlainName, payeeResults } from './bank-account.ts';
import type { CheckPayee, PayeeAnswer } from './payee-check.ts';

export type PayeeService = {
  url: string;
  /** Sent as a bearer token. */
  token: string | undefined;
};

type Options = PayeeService & {
  /** For the whole answer; 3 seconds by default. */
  timeoutMs?: number;
  /** Gets what went wrong, without any data of the account. */
  onProblem(problem: string): void;
};

const timeoutMsDefault = 3_000;
const answerBytesMax = 16_384;
const notChecked: PayeeAnswer = Object.freeze({ result: 'not_checked', name: null });

/** An answer that can't be used. */
class Unusable extends Error {}

export function createPayeeCheck({ url, token, timeoutMs = timeoutMsDefault, onProblem }: Options): CheckPayee {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return async (account) => {
    try {
      const body = JSON.stringify(questionOf(account));
      const signal = AbortSignal.timeout(timeoutMs);
      return readAnswer(await post(url, { headers, body, signal }));
    } catch (error) {
      onProblem(problemOf(error));
      return notChecked;
    }
  };
}

const questionOf = ({ iban, accountNumber, bankCode, country, currency, accountName }: BankAccountDraft) => ({
  ...(iban === null ? { account_number: accountNumber, bank_code: bankCode } : { iban }),
  bic: bankCode !== null && isBic(bankCode) ? bankCode : null,
  country,
  currency,
  name: accountName,
});

/** @returns the answer's body. @throws Unusable */
async function post(url: string, request: RequestInit): Promise<string> {
  const answer = await fetch(url, { ...request, method: 'POST', redirect: 'manual' });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Unusable(`status ${answer.status}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > answerBytesMax) throw new Unusable(`more than ${answerBytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** @throws Unusable, SyntaxError */
function readAnswer(text: string): PayeeAnswer {
  const said = JSON.parse(text) as { result?: unknown; name?: unknown } | null;
  const result = payeeResults.find((one) => one === said?.result);
  if (result === undefined || result === 'not_checked') throw new Unusable('no known result');
  if (result !== 'close_match') return { result, name: null };
  const { name = null } = said as { name?: unknown };
  if (name === null) return { result, name };
  const line = typeof name === 'string' ? lineOf(name) : '';
  if (!isPlainName(line)) throw new Unusable('a name that is no name');
  return { result, name: line };
}

function problemOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  if (error instanceof SyntaxError) return 'no JSON';
  if ((error as Error | undefined)?.name === 'TimeoutError') return 'no answer in time';
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'not reached';
}
