/** `sluice reconcile credit`: credits what arrived on a bank line, once the account that it names was shown. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { least } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { findLink } from '../../features/links/links.repository.ts';
import { judgeAndPropose } from '../../features/reconciliation/find-proposals.ts';
import type { Proposal } from '../../features/reconciliation/propose-top-ups.ts';
import { guessRecipient, listRecipients, type Recipient } from '../../features/reconciliation/recipients.ts';
import { findLine } from '../../features/reconciliation/reconciliation.repository.ts';
import { creditTransfer } from '../../features/reconciliation/settle-transfer.ts';
import { findIncomingLine } from '../../features/reconciliation/transfers.repository.ts';
import { complain, say, sayJson } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withClock } from './with-database.ts';

type Options = { payee?: string; yes?: boolean; json?: boolean };

const isId = /^[0-9]{1,18}$/;

export async function creditCommand(line: string, search: string | undefined, options: Options): Promise<void> {
  if (!isId.test(line)) throw new Error(`"${line}" is not a line.`);
  if (options.payee !== undefined && !isId.test(options.payee)) throw new Error('--payee is the ID of a payee.');
  await withClock((db, clock) => credit(db, clock, { lineId: BigInt(line), search, ...options }).catch(sayDetails));
}

type Asked = Options & { lineId: bigint; search: string | undefined };

async function credit(db: Database, clock: Clock, { lineId, search, payee: said, yes, json }: Asked): Promise<void> {
  const { mode, source } = (await findLine(db, lineId)) ?? {};
  const line = mode === undefined || source !== 'bank' ? undefined : await findIncomingLine(db, mode, lineId);
  if (mode === undefined || line === undefined || line.returned !== null) {
    throw new Error(`Line ${lineId} is no open bank line of money that came in.`);
  }
  const [judged] = await judgeAndPropose(db, mode, [line]);
  const { finding = 'unknown', topUp, cash } = judged ?? {};
  const { amount, currency } = line;
  const topUpId = search?.startsWith('top_') ? search : undefined;
  const named = topUpId === undefined ? search : (holderOfPublicId('top', topUpId)?.toString() ?? topUpId);
  const wanted = named ?? (topUp ?? cash)?.holderId.toString();
  if (wanted === undefined) {
    const guess = await guessRecipient(db, mode, currency, lineId);
    const hint = guess === undefined ? '' : ` It came from the bank account of ${inWords(guess)}.`;
    const proposals = (judged?.proposals ?? []).map(proposalInWords).join('');
    throw new Error(`Line ${lineId} names no top-up. Say whom to credit.${hint}${proposals}`);
  }
  const to = only(wanted, await listRecipients(db, mode, currency, wanted));
  const payee = await payeeOf(db, to, said === undefined ? cash : { holderId: to.holderId, linkId: BigInt(said) });
  const after = to.balance + (payee === undefined ? amount : least(payee.held, amount));
  const money = (minor: bigint): string => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
  if (!json) {
    say(`Line ${lineId}: ${money(amount)} of ${line.bookedOn}, "${line.reference}" (${mode})`);
    say(`Account: ${inWords(to)}`);
    if (topUpId !== undefined) say(`Top-up: ${topUpId}, which it confirms`);
    for (const text of cashInWords(to, payee, money)) say(text);
    say(`${to.wallet}: ${money(to.balance)} now, ${money(after)} after`);
  }
  const payeeNamed = { payee: payee?.linkId ?? null, payeeName: payee?.name ?? null };
  const plan = { line: lineId, holder: to.holderId, name: to.name, ...payeeNamed, amount, currency };
  if (!yes) {
    if (json) sayJson({ ...plan, wallet: to.wallet, balance: to.balance, topUp: null });
    complain('Nothing was credited. Add --yes to credit it.');
    process.exitCode = 1;
    return;
  }
  const seen = { holderId: to.holderId, holderName: to.name, finding, linkId: payee?.linkId, topUpId };
  const credited = await inTransaction(db, (tx) => creditTransfer(shellActor(), tx, clock, mode, lineId, seen));
  if (json) return sayJson({ ...plan, wallet: credited.accountKind, balance: after, topUp: credited.id });
  const cashOf = payee === undefined ? '' : ` as cash of ${payee.name} (payee ${payee.linkId})`;
  say(`Credited ${money(amount)} to ${to.name}${cashOf}, top-up ${credited.id}.`);
}

/** Whose cash the money is: only that much of it as the payee holds is the company's. `held`: minor units. */
type CashPayee = { linkId: bigint; name: string; held: bigint };

async function payeeOf(
  db: Database,
  to: Recipient,
  cash: { holderId: bigint; linkId: bigint } | undefined,
): Promise<CashPayee | undefined> {
  if (cash === undefined || cash.holderId !== to.holderId) return undefined;
  const link = await findLink(db, to.holderId, cash.linkId);
  if (link === undefined) throw new Error(`${to.name} has no payee ${cash.linkId}.`);
  const held = to.payees.find(({ linkId }) => linkId === cash.linkId)?.held ?? 0n;
  return { linkId: cash.linkId, name: link.name, held };
}

function cashInWords(to: Recipient, payee: CashPayee | undefined, money: (minor: bigint) => string): string[] {
  if (payee !== undefined) {
    const { name, linkId, held } = payee;
    return [`Cash of: ${name} (payee ${linkId}), who holds ${money(held)}; what is above is theirs`];
  }
  return to.payees.map(
    ({ name, linkId, held }) => `${name} holds ${money(held)} in cash: if it is theirs, add --payee ${linkId}`,
  );
}

const proposalInWords = ({ topUp: { id, holderName, createdAt }, isNamed }: Proposal): string =>
  ` ${holderName}${isNamed ? ', whom it names,' : ''} announced this amount on ${createdAt.toISOString().slice(0, 10)}: if it is theirs, credit ${id}.`;

const inWords = ({ name, kind, holderId }: Recipient): string => `${name} (${kind} ${holderId})`;

/** The one that was meant. @throws Error when there is none, or several; then it lists them. */
function only(search: string, found: readonly Recipient[]): Recipient {
  const exact = found.filter(({ isExact }) => isExact);
  const [one, ...others] = exact.length > 0 ? exact : found;
  if (one === undefined) throw new Error(`No company or customer that can be credited matches "${search}".`);
  if (others.length > 0) {
    const all = [one, ...others].map(inWords).join(', ');
    throw new Error(`Several accounts match "${search}". Use an ID: ${all}.`);
  }
  return one;
}
