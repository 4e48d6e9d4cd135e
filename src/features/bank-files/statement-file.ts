/**
 * What the file of a bank says, whatever its format: the parts that each reader yields, in the order of the file. Types
 * only. A reader must never guess: what it can't read for certain is a problem, or an entry without a direction.
 */

/** One reader per format. Text comes in pieces of any length; the parts come as soon as they are read. */
export type StatementReader = (text: AsyncIterable<string>) => AsyncGenerator<StatementPart>;

export type StatementPart =
  | { kind: 'statement'; statement: StatementHead }
  | { kind: 'balance'; balance: FileBalance }
  | { kind: 'entry'; entry: FileEntry }
  /** A file of a zip that was not read, because it is no statement: `letter.pdf`. */
  | { kind: 'skipped'; name: string }
  /** `isEnd`: nothing could be read after it, and it says what to do. */
  | { kind: 'problem'; problem: FileProblem; isEnd?: true };

/** Begins a statement: all that follows is of this account until the next one begins. */
type StatementHead = {
  /** The account as the bank writes it, without spaces: an IBAN where there is one. */
  account: string | undefined;
  currency: string | undefined;
  /** The bank's own id or number of the statement. */
  number: string | undefined;
};

/** What was in the account before the first or after the last of the booked entries. */
export type FileBalance = {
  lineNumber: number;
  which: 'opening' | 'closing';
  /** `2031-03-01`. */
  on: string;
  currency: string;
  /** Minor units; below 0 the account was overdrawn. */
  amount: bigint;
};

/** One movement on the account. */
export type FileEntry = EntryFacts & {
  /** The line of the file on which it begins; the first is line 1. */
  lineNumber: number;
  /** Only what is `booked` counts. `information`: no money moved, or not on this account's books. */
  status: 'booked' | 'pending' | 'information';
  /** `2031-03-01`. */
  bookedOn: string;
  /** `14:05:00`. */
  bookedTime: string | undefined;
  valueOn: string | undefined;
  currency: string;
  /**
   * Minor units: above 0 came in, below 0 went out. Of an `unknown` direction it is above 0 and says neither. 0 only as
   * `information`.
   */
  amount: bigint;
  direction: 'read' | 'unknown';
  /** The bank's own id of the movement, unique within the account. */
  bankId: string | undefined;
  /** The bank transaction code as written: `PMNT/RCDT/ESCT`, `NTRF`, `166`. */
  code: string | undefined;
  /** It takes back an earlier entry (`RvslInd`, `RC`, `RD`). */
  reverses: boolean;
  /** The payments that a collective entry has in it; empty where the entry is one payment. */
  details: EntryDetail[];
};

/** What is said of one payment: of the entry itself, or of each that a collective entry has in it. */
export type EntryFacts = {
  endToEndId: string | undefined;
  /** Every text in the order of the file: what the sender wrote, creditor references, the bank's own words. */
  texts: string[];
  counterpartyName: string | undefined;
  /** IBAN or another number, without spaces. */
  counterpartyAccount: string | undefined;
  /** What the bank kept of it, in minor units of the entry's currency: already taken off `amount`. */
  charges: bigint | undefined;
  /** Of a payment that came back. */
  returned: ReturnedPayment | undefined;
};

export type EntryDetail = EntryFacts & {
  /** Minor units of the entry's currency, with the entry's sign; undefined where the file does not say. */
  amount: bigint | undefined;
};

type ReturnedPayment = {
  /** The end-to-end id of the payment that came back. */
  endToEndId: string | undefined;
  /** ISO 20022's external code, such as `AC04`. */
  reason: string | undefined;
};

/** A sentence for the operator that says what is wrong and, where it helps, what to do. */
export type FileProblem = {
  /** Undefined for the file as a whole. */
  lineNumber: number | undefined;
  message: string;
};
