/** What a dialog is given that asks for the sign-in or a code once more. `person`: who was signed in. */
type AskedPerson = {
  name: string;
  email: string;
  second_factor: boolean;
  passkey: boolean;
  fresh_codes_from: string | null;
};

/** `account`: whose provider opened the session; null in any other. */
export type Asked = {
  person: AskedPerson;
  account: { second_factor: boolean } | null;
  onAnswer: (isLifted: boolean) => void;
};
