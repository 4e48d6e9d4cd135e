/** The checkout records this name when the payer leaves the name on the card empty. */
const unnamed = 'Card holder';

/** A payer's name and email, each if it was given: the first line identifies them, the second adds to it. */
export const payerLines = ({ name, email }: { name: string | null; email: string | null }): string[] =>
  [name === unnamed ? null : name, email].filter((one) => one !== null);
