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
  const page = await fetch(url);
  const cookie = page.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  const token = /name="_csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  const paid = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { cookie: cookie.join('; ') },
    body: new URLSearchParams({ _csrf: token, ...card }),
    redirect: 'manual',
  });
  if (paid.status !== 303) throw new Error(`The card was not taken: ${paid.status} ${await paid.text()}`);
}
