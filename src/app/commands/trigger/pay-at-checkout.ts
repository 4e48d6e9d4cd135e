/** Pays, or fails to pay, a payment on its page as a customer's browser does: test mode only. */

const form = { method: 'card', card_expiry: '12/49', card_cvc: '123', card_name: 'Ada Lovelace' };

/** @throws Error when the page has no card form: the payment is not open. */
export async function payAtCheckout(paymentUrl: string, cardNumber: string): Promise<void> {
  const page = await fetch(paymentUrl);
  const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  const csrf = /name="_csrf" value="([^"]+)"/.exec(await page.text())?.[1];
  const action = `${paymentUrl}/pay`;
  if (csrf === undefined) throw new Error(`The payment page ${paymentUrl} has no form.`);
  await fetch(action, {
    method: 'POST',
    headers: { cookie: cookie.join('; '), origin: new URL(paymentUrl).origin },
    body: new URLSearchParams({ ...form, _csrf: csrf, card_number: cardNumber }),
    redirect: 'manual',
  });
}
