/** The examples of formats on the dashboard say what the service sends. */
import { expect, it } from 'vitest';
import { formatExamples, type WebhookFormat } from '../../dashboard/src/screens/webhooks/format-examples.ts';
import { webhookFormats } from '../../src/core/events/webhook-format.ts';
import { eventHeaders, signatureHeaders } from '../../src/features/webhooks/formats.ts';
import { messageBody } from '../../src/features/webhooks/message.ts';

const { id, type, created_at: at, data } = formatExamples.standard.body;
const event = { id, type, mode: 'test' as const, createdAt: new Date(at), requestId: null, data: JSON.stringify(data) };

it('there is an example of each', () => expect(Object.keys(formatExamples)).toEqual(webhookFormats));

it.each(Object.entries(formatExamples))('that of %s', (name, { header, prefix, headers, body }) => {
  const format = name as WebhookFormat;
  expect(JSON.parse(messageBody(event, { format, extraHeader: null }))).toEqual(body);
  expect({ header: header || null, prefix }).toEqual(signatureHeaders[format]);
  expect(headers).toEqual(Object.entries(eventHeaders(format, type)).map(([one, value]) => `${one}: ${value}`));
});
