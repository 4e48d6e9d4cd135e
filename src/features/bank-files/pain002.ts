/**
 * A bank's answer to a file of credit transfers: ISO 20022's pain.002, of any version and with any namespace prefix. Pure. It
 * says what the bank said of each payment; a payment that it does not name has the status of its batch, or of the file.
 * Documents with a DOCTYPE are refused, so that no entity is ever expanded.
 */
import { SaxesParser } from 'saxes';
import { Unreadable } from './unreadable.ts';

/** `pending`: the bank has it and has not decided. */
type Outcome = 'accepted' | 'rejected' | 'pending';

export type Verdict = {
  outcome: Outcome;
  /** The bank's status, such as `ACSC`. */
  status: string;
  /** The code of the reason of a rejection; null: none, or not a code. */
  reason: string | null;
};

export type StatusReport = {
  /** Of the file that the bank answers. */
  messageId: string;
  /** IBANs or other numbers that the report names as the payer's. */
  debtorAccounts: ReadonlySet<string>;
  /** The references of the payments that are named. */
  named: readonly string[];
  /** @param reference of a payment. @param batchId of its batch. @returns undefined: the report says nothing of it. */
  verdictOn(reference: string, batchId: string): Verdict | undefined;
};

type Read = { ok: true; report: StatusReport } | { ok: false; problem: string };

const rejecting: readonly string[] = ['RJCT', 'CANC'];
const accepting: readonly string[] = ['ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACWC', 'ACCC', 'ACFC', 'ACWP'];
/** Says that parts have statuses of their own. */
const partly: readonly string[] = ['PART', 'PATC'];
const code = /^[A-Z0-9]{2,6}$/;
const depthMax = 40;
const textLengthMax = 500;

type Level = { id: string; status: string; reason: string };
type Payment = Level & { batch: Level | undefined };
type Found = {
  isReport: boolean;
  messageId: string;
  group: Level;
  batches: Level[];
  payments: Payment[];
  debtorAccounts: Set<string>;
};

/** @param text of the whole file. @returns the problem as a sentence for the operator. */
export function readPain002(text: string): Read {
  const found: Found = {
    isReport: false,
    messageId: '',
    group: blank(),
    batches: [],
    payments: [],
    debtorAccounts: new Set(),
  };
  try {
    parse(text, found);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, problem: error.message };
  }
  if (!found.isReport) return { ok: false, problem: 'The file is not a payment status report (pain.002).' };
  if (found.messageId === '') return { ok: false, problem: 'The report does not say which payment file it answers.' };
  return { ok: true, report: reportOf(found) };
}

const blank = (): Level => ({ id: '', status: '', reason: '' });

function parse(text: string, found: Found): void {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let said = '';
  parser.on('doctype', () => {
    throw new Unreadable('The file has a DOCTYPE, which bank files never have.');
  });
  parser.on('error', (error) => {
    throw new Unreadable(`The file is not XML: ${error.message.slice(0, 200)}.`);
  });
  parser.on('opentag', ({ local }) => {
    path.push(local);
    said = '';
    if (path.length > depthMax) throw new Unreadable('The file is not a payment status report (pain.002).');
    if (local === 'CstmrPmtStsRpt') found.isReport = true;
    if (local === 'OrgnlPmtInfAndSts') found.batches.push(blank());
    if (local === 'TxInfAndSts') {
      const batch = path.includes('OrgnlPmtInfAndSts') ? found.batches.at(-1) : undefined;
      found.payments.push({ ...blank(), batch });
    }
  });
  parser.on('text', (more) => {
    if (said.length < textLengthMax) said += more;
  });
  parser.on('closetag', () => {
    take(found, path, said.trim());
    path.pop();
    said = '';
  });
  parser.write(text).close();
}

/** By the two or three names at the end of the path. */
function take(found: Found, path: readonly string[], said: string): void {
  if (said === '') return;
  const [grandparent, parent, own] = path.slice(-3) as [string, string, string];
  const level = path.includes('TxInfAndSts')
    ? found.payments.at(-1)
    : path.includes('OrgnlPmtInfAndSts')
      ? found.batches.at(-1)
      : found.group;
  if (level === undefined) return;
  switch (`${parent}/${own}`) {
    case 'OrgnlGrpInfAndSts/OrgnlMsgId':
      found.messageId = said;
      break;
    case 'OrgnlPmtInfAndSts/OrgnlPmtInfId':
    case 'TxInfAndSts/OrgnlEndToEndId':
      level.id = said;
      break;
    case 'OrgnlGrpInfAndSts/GrpSts':
    case 'OrgnlPmtInfAndSts/PmtInfSts':
    case 'TxInfAndSts/TxSts':
      level.status = said;
      break;
    case 'Rsn/Cd':
    case 'Rsn/Prtry':
      // The first one counts.
      if (grandparent === 'StsRsnInf' && level.reason === '') level.reason = said;
      break;
    default:
      if (path.join('/').includes('DbtrAcct/Id/') && /^(?:IBAN|Id)$/.test(own)) found.debtorAccounts.add(said);
  }
}

function reportOf({ messageId, group, batches, payments, debtorAccounts }: Found): StatusReport {
  const byReference = new Map(payments.filter(({ id }) => id !== '').map((payment) => [payment.id, payment]));
  const batchOf = new Map(batches.map((batch) => [batch.id, batch]));
  return {
    messageId,
    debtorAccounts,
    named: [...byReference.keys()],
    verdictOn(reference, batchId) {
      const payment = byReference.get(reference);
      const levels = [payment, payment?.batch ?? batchOf.get(batchId), group];
      const status = levels.find((level) => level !== undefined && level.status !== '')?.status;
      if (status === undefined || partly.includes(status)) return undefined;
      const outcome = outcomeOf(status);
      const reason = levels.find((level) => level !== undefined && level.reason !== '')?.reason ?? '';
      return { outcome, status, reason: outcome === 'rejected' && code.test(reason) ? reason : null };
    },
  };
}

const outcomeOf = (status: string): Outcome =>
  rejecting.includes(status) ? 'rejected' : accepting.includes(status) ? 'accepted' : 'pending';

/** @param head the first bytes of a file. */
export const looksLikePain002 = (head: Buffer): boolean =>
  /<(?:[\w.-]+:)?CstmrPmtStsRpt[\s/>]/.test(head.toString('latin1'));
