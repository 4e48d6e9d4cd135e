/** What a dialog is given that asks for the sign-in or a code once more. `person`: who was signed in. */
type AskedPerson = {
  name: string;
  email: string;
  second_factor: boolean;
  passkey: boolean;
  fresh_codes_from: string | null;
};

export type Asked = { person: AskedPerson; onAnswer: (isLifted: boolean) => void };
