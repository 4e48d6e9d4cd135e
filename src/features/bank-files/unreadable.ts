/** The one error of the readers, which openers of files turn into a problem. */
/** Ends the reading of a file; what was read before stays read. Its message is for the operator. */
export class Unreadable extends Error {
  /** The line of the file, if it is about one. */
  readonly lineNumber: number | undefined;

  /** @param message a sentence that says what is wrong and what to do. */
  constructor(message: string, lineNumber?: number) {
    super(message);
    this.lineNumber = lineNumber;
  }
}
