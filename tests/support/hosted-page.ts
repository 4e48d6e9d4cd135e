/** The page of a stand-in on which a customer pays: as little as a browser needs. */
import type { ServerResponse } from 'node:http';

type Hosted = { amount: string; backTo: string };

/** @param pay what the button does; the customer is then led back. */
export function answerCustomer(
  response: ServerResponse,
  method: string,
  { amount, backTo }: Hosted,
  pay: () => void,
): void {
  if (method === 'POST') {
    pay();
    response.writeHead(303, { location: backTo }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Pay</title>
<h1>Pay ${amount}</h1><form method="post"><button>Pay</button></form><a href="${backTo}">Back</a></html>`);
}
