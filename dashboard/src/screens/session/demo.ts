/** The accounts of a demo, with the codes of their second factor. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { demoLoginsAddress, isDemo } from '../../app/demo.ts';

type DemoLogin = {
  account: 'company' | 'merchant' | 'restaurant' | 'courier' | 'customer' | 'operator';
  email: string;
  password: string;
  /** Codes that are valid now, each once. */
  codes: string[];
};

const readLogins = async (): Promise<DemoLogin[]> => (await fetch(demoLoginsAddress())).json();

/** Codes are of their half minute. */
const codeLifeMs = 10_000;

export const demoLoginsQuery = queryOptions({
  queryKey: ['demo-logins'],
  enabled: isDemo,
  staleTime: codeLifeMs,
  queryFn: readLogins,
});

export async function signInToDemo({ email, password }: DemoLogin): Promise<void> {
  const { state } = await dataOf(apiOf().POST('/api/v1/session', { body: { email, password } }));
  if (state === 'signed_in') return;
  const codes = (await readLogins()).find((login) => login.email === email)?.codes ?? [];
  await passWithOneOf(codes);
}

/** A code that was used already is refused: the next one is tried. */
async function passWithOneOf([code = '', ...others]: readonly string[]): Promise<void> {
  try {
    await dataOf(apiOf().POST('/api/v1/session/second-factor', { body: { code } }));
  } catch (error) {
    if (problemOf(error).code !== 'wrong_code' || others.length === 0) throw error;
    await passWithOneOf(others);
  }
}
