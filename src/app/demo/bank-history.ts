/**
 * What the demo's operator sees of its bank: the accounts to pay to, transfers that are awaited in live mode, and
 * statements of which some lines match nothing yet.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { importStatement } from '../../features/reconciliation/import-statement.ts';
import type { ReadStatement } from '../../features/reconciliation/read-bank-file.ts';
import type { LineFacts, StatementLine } from '../../features/reconciliation/statement-line.ts';
import { setBankDetails } from '../../features/wallets/change-bank-details.ts';
import { requestTopUp } from '../../features/wallets/top-up.ts';
import type { TopUp } from '../../features/wallets/top-ups.repository.ts';
import { hasStatements, listBankMovements } from './bank.repository.ts';
import { demo, demoAdministrator, demoOwner } from './demo-actors.ts';

type Deps = { db: Database; clock: Clock; now: () => Date };
type Owned = { holderId: bigint; personId: string };

const msPerDay = 86_400_000;
const statementDays = 31;

const accounts = [
  {
    currency: 'EUR',
    accountHolder: 'Demo Payments GmbH',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Demo Bank',
    other: '',
  },
  {
    currency: 'USD',
    accountHolder: 'Demo Payments GmbH',
    iban: '',
    bic: '',
    bankName: 'Demo Bank, New York',
    other: 'Account number 000123456789\nRouting number 021000021',
  },
] as const;

/** Nothing, where there are statements already. */
export async function makeBank(
  deps: Deps,
  owners: { company: Owned; customer: Owned; operatorId: string },
): Promise<void> {
  if (await hasStatements(deps.db)) return;
  const administrator = demoAdministrator(owners.operatorId, deps.now());
  for (const { currency, ...form } of accounts) {
    await inTransaction(deps.db, (tx) => setBankDetails(administrator, tx, deps.clock, currency, form));
  }
  const clearing = await announce(deps, owners.company, 'company', 250_000n);
  await announce(deps, owners.customer, 'customer', 7_500n);
  await importTestStatement(deps);
  // The amount of the first differs by what the sender's bank kept, and the customer's has no reference: a person decides.
  await importLines(deps, 'live', [
    line(deps.now(), 248_500n, `${clearing.reference} Demo Delivery clearing`),
    line(deps.now(), 4_000n, 'Thank you, see invoice 2214'),
    { ...line(deps.now(), 7_500n, 'For my wallet'), facts: { ...noFacts, counterpartyName: 'CUSTOMER, DEMO' } },
  ]);
}

const announce = (
  { db, clock }: Deps,
  { holderId, personId }: Owned,
  kind: 'company' | 'customer',
  amount: bigint,
): Promise<TopUp> => {
  const accountKind = kind === 'company' ? 'clearing' : 'wallet';
  const request = { amount, currency: 'USD', accountKind, source: 'bank' } as const;
  const owner = demoOwner(holderId, kind, personId, 'live');
  return inTransaction(db, (tx) => requestTopUp(owner, tx, clock, { holderId, mode: 'live' }, request));
};

/** The last month as the bank booked it, with lines that name nothing and one that lost its reference. */
async function importTestStatement(deps: Deps): Promise<void> {
  const now = deps.now();
  const moved = await listBankMovements(deps.db, new Date(now.getTime() - statementDays * msPerDay));
  const lost = moved.findLast(({ amount }) => amount > 0n);
  const lines = moved.map((one) =>
    line(one.at, one.amount, one === lost ? 'Incoming payment Demo Delivery' : `SEPA ${one.reference}`),
  );
  await importLines(deps, 'test', [
    ...lines,
    line(now, -450n, 'Account fee'),
    line(now, 12_000n, 'J. Lindqvist, thank you'),
  ]);
}

const line = (at: Date, amount: bigint, reference: string): Omit<StatementLine, 'lineNumber'> => ({
  bookedOn: at.toISOString().slice(0, 10),
  bookedTime: undefined,
  currency: 'USD',
  amount,
  direction: 'read',
  reference,
  bankId: undefined,
});

const noFacts: LineFacts = {
  valueOn: undefined,
  endToEndId: undefined,
  counterpartyName: undefined,
  counterpartyAccount: undefined,
  bankCode: undefined,
  reverses: false,
  charges: undefined,
  returnReason: undefined,
  details: undefined,
};

async function importLines(deps: Deps, mode: Mode, rows: readonly Omit<StatementLine, 'lineNumber'>[]): Promise<void> {
  const lines = rows.map((row, index) => ({ ...row, lineNumber: index + 2 }));
  const fileName = `statement-${deps.now().toISOString().slice(0, 10)}.csv`;
  const fileHash = createHash('sha256').update(`${mode}/${fileName}`).digest();
  const eachLines: ReadStatement['eachLines'] = async (_linesMax, take) => {
    await take(lines);
    return [];
  };
  const statement = { fileHash, eachLines, empty: 0, signColumns: [], account: 'Main', fileName };
  await importStatement(demo, deps, { mode, source: 'bank' }, statement);
}
