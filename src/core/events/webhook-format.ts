/** How an event is written for its receiver (docs/webhooks.md, "Formats"): ours, and those that other services' receivers read. */
export const webhookFormats = ['standard', 'mypay', 'quickei', 'zerth'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** The one event that a receiver of another format gets unless it asks for more: it takes any other for a failure. */
export const paidEvent = 'payment.paid';
