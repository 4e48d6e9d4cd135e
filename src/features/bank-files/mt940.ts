/**
 * Reads MT940 and MT942 in the dialects of banks. The packages for it on npm read neither a file as a stream nor the fields
 * in `:86:`. Must never hold more than one entry, and never trust a bank's reference in `:61:` as an id: some banks give one
 * to several entries.
 */
import { distinct, firstOf, isIban, readAccount } from './file-values.ts';
import { type MtField, readFields } from './mt-fields.ts';
import { readInformation } from './mt-information.ts';
import { type Movement, readMovement, readMtBalance } from './mt-movement.ts';
import type { FileEntry, StatementPart, StatementReader } from './statement-file.ts';

export const readMt940: StatementReader = async function* (text) {
  const parts: StatementPart[] = [];
  const message = createMessages((part) => parts.push(part));
  for await (const field of readFields(text)) {
    message.take(field);
    yield* parts.splice(0);
  }
};

type Emit = (part: StatementPart) => void;

type Message = {
  lineNumber: number;
  account: string | undefined;
  number: string | undefined;
  currency: string | undefined;
  /** MT942: what it lists may not be booked yet. German banks send pending entries in it. */
  isInterim: boolean;
  isAnnounced: boolean;
  hasOpening: boolean;
  hasClosing: boolean;
};

type OpenEntry = { lineNumber: number; movement: Movement; information: string[][]; currency: string };

const newMessage = (lineNumber: number, isInterim: boolean): Message => ({
  lineNumber,
  account: undefined,
  number: undefined,
  currency: undefined,
  isInterim,
  isAnnounced: false,
  hasOpening: false,
  hasClosing: false,
});

const complain = (emit: Emit, lineNumber: number, text: string) =>
  emit({ kind: 'problem', problem: { lineNumber, message: `${text}.` } });

function takeBalance({ tag, lines, lineNumber }: MtField, message: Message, emit: Emit): void {
  const which = tag.startsWith('60') ? 'opening' : 'closing';
  if (which === 'opening') message.hasOpening = true;
  else message.hasClosing = true;
  const read = readMtBalance(lines[0] as string);
  if (!read.ok) {
    complain(emit, lineNumber, `The ${which} balance ${read.problem}`);
    return;
  }
  const { currency } = read.value;
  message.currency ??= currency;
  announce(message, emit);
  if (message.currency === currency) emit({ kind: 'balance', balance: { lineNumber, which, ...read.value } });
  else complain(emit, lineNumber, `The ${which} balance is in ${currency}, but the account is in ${message.currency}`);
}

function openEntry({ lines, lineNumber }: MtField, message: Message, emit: Emit): OpenEntry | undefined {
  announce(message, emit);
  const { currency } = message;
  if (currency === undefined) {
    // If the balance can't be read, that is already said.
    if (!message.hasOpening) {
      complain(
        emit,
        lineNumber,
        'The entry comes before the opening balance (:60F:), which gives its currency. Download the whole statement',
      );
    }
    return undefined;
  }
  const read = readMovement(lines, currency);
  if (read.ok) return { lineNumber, movement: read.value, information: [], currency };
  complain(emit, lineNumber, `The entry ${read.problem}`);
  return undefined;
}

function createMessages(emit: Emit) {
  let message: Message | undefined;
  let entry: OpenEntry | undefined;
  let isInterim = false;
  const flush = () => {
    if (entry !== undefined && message !== undefined) emit({ kind: 'entry', entry: entryOf(entry, message) });
    entry = undefined;
  };
  const finish = () => {
    flush();
    if (message?.hasOpening && !message.hasClosing) {
      complain(
        emit,
        message.lineNumber,
        'The statement that begins here has no closing balance (:62F:). The file may be cut off: download it again',
      );
    }
    if (message !== undefined && !message.isAnnounced && message.account !== undefined) announce(message, emit);
    message = undefined;
  };
  const inMessage = (field: MtField): Message => {
    message ??= newMessage(field.lineNumber, isInterim);
    return message;
  };
  const take = (field: MtField) => {
    const { tag, lines } = field;
    if (tag === 'end') {
      finish();
      isInterim = /\{2:[IO]942/.test(lines[0] as string);
      return;
    }
    if (tag === '20') finish();
    const current = inMessage(field);
    if (tag.startsWith('25')) current.account = accountOf(lines.join(''));
    else if (tag.startsWith('28')) current.number = numberOf(lines[0] as string);
    else if (tag === '34F' || tag.startsWith('13') || tag.startsWith('90')) {
      current.isInterim = true;
      if (tag !== '34F') return tag.startsWith('90') ? flush() : undefined;
      current.currency ??= /^[A-Z]{3}/.exec(lines[0] as string)?.[0];
    } else if (tag.startsWith('60') || tag.startsWith('62')) {
      flush();
      takeBalance(field, current, emit);
    } else if (tag === '61') {
      flush();
      entry = openEntry(field, current, emit);
    } else if (tag === '86' || tag === 'NS') entry?.information.push(lines);
    else if (tag === '64' || tag === '65') flush();
  };
  return { take };
}

function announce(message: Message, emit: Emit): void {
  if (message.isAnnounced) return;
  message.isAnnounced = true;
  const { account, number, currency } = message;
  emit({ kind: 'statement', statement: { account: withoutCurrency(account, currency), currency, number } });
}

/** `20041111/877321000`, or the IBAN alone where there is one beside the bank's code. */
function accountOf(text: string): string | undefined {
  const account = readAccount(text);
  const parts = account?.split('/') ?? [];
  return parts.find(isIban) ?? account;
}

/** Some banks write the currency behind the account: `NL20INGB0001234567EUR`. */
const withoutCurrency = (account: string | undefined, currency: string | undefined): string | undefined =>
  account !== undefined && currency !== undefined && account.endsWith(currency) && /\d[A-Z]{3}$/.test(account)
    ? account.slice(0, -3)
    : account;

/** Banks that don't count their statements write zeros. */
const numberOf = (text: string): string | undefined => (/[1-9]/.test(text) ? firstOf(text) : undefined);

function entryOf({ lineNumber, movement, information, currency }: OpenEntry, message: Message): FileEntry {
  const facts = readInformation(information, movement, { number: message.account, currency });
  const { amount, isExpected, reverses, bookedOn, valueOn } = movement;
  return {
    lineNumber,
    status: amount === 0n ? 'information' : isExpected || message.isInterim ? 'pending' : 'booked',
    bookedOn,
    bookedTime: undefined,
    valueOn,
    currency,
    amount,
    direction: 'read',
    bankId: undefined,
    code: facts.code ?? movement.code,
    reverses,
    details: [],
    endToEndId: facts.endToEndId,
    texts: distinct([movement.reference, ...facts.texts, movement.bankReference]),
    counterpartyName: facts.counterpartyName,
    counterpartyAccount: facts.counterpartyAccount,
    charges: facts.charges,
    returned: facts.returned,
  };
}
