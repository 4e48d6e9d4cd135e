/** Pays a payment on its page over HTTP, as a browser without scripts does. */

const card = {
  method: 'card',
  card_number: '4242 4242 4242 4242',
  card_expiry: '12/39',
  card_cvc: '123',
  card_name: 'Ada Lovelace',
};

/** @param url of the payment's page. @throws Error when it is not paid then. */
export async function payInBrowser(url: string): Promise<void> {
  const { paid } = await submit(url, card);
  if (paid.status !== 303) throw new Error(`The card was not taken: ${paid.status} ${await paid.text()}`);
}

/** Chooses to pay by card where it is entered at the provider. @returns the provider's page. */
export async function beginInBrowser(url: string): Promise<string> {
  const { cookie } = await submit(url, { method: 'card' });
  const page = await fetch(`${url}/continue`, { headers: { cookie }, redirect: 'manual' });
  const [, address] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? [];
  if (address === undefined) throw new Error(`The customer is sent nowhere: ${page.status} ${await page.text()}`);
  return address;
}

/** Sends the form of the page. */
export async function submit(url: string, form: Record<string, string>): Promise<{ paid: Response; cookie: string }> {
  const page = await fetch(url);
  const token = /name="_csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  const body = new URLSearchParams({ _csrf: token, ...form });
  const headers = { cookie: cookiesOf(page) };
  const paid = await fetch(`${url}/pay`, { method: 'POST', headers, body, redirect: 'manual' });
  return { paid, cookie: cookiesOf(page, paid) };
}

const cookiesOf = (...answers: Response[]): string =>
  answers
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((one) => one.split(';', 1)[0])
    .join('; ');
