import { expect, it } from 'vitest';
import { createHandOver } from './hand-over.ts';

const hourMs = 3_600_000;
const { ticketFor, browserIn } = createHandOver('a secret of the service');

it('a ticket stands for its browser and its payment, within the hour', () => {
  const ticket = ticketFor('pay_1', 'browser', 0);
  expect(browserIn('pay_1', ticket, hourMs - 1)).toBe('browser');
  expect(browserIn('pay_1', ticket, hourMs)).toBeUndefined();
  expect(browserIn('pay_2', ticket, 0)).toBeUndefined();
  expect(ticket).not.toBe(ticketFor('pay_1', 'browser', 0));
});

it('nobody else can make or change one', () => {
  const ticket = ticketFor('pay_1', 'browser', 0);
  expect(browserIn('pay_1', createHandOver('another').ticketFor('pay_1', 'browser', 0), 0)).toBeUndefined();
  const bytes = Buffer.from(ticket, 'base64url');
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] as number) ^ 1;
    expect(browserIn('pay_1', changed.toString('base64url'), 0)).toBeUndefined();
  }
  for (const junk of ['', 'x', 'a'.repeat(48), ticket.slice(0, -2)])
    expect(browserIn('pay_1', junk, 0)).toBeUndefined();
});
