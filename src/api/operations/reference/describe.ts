/** The whole description of the service for its OpenAPI document: interfaces, guide, examples and events. */
import type { Description } from '../../../core/http/openapi.ts';
import { description, nameOfTag, tagGroups } from './description.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { readExamples } from './examples.ts';
import { guide } from './guide.ts';

export const wholeDescription = (): Description => ({
  ...description,
  info: { ...description.info, description: guide() },
  nameOfTag,
  examples: readExamples,
  webhooks: () => eventWebhooks(readExamples()),
  extensions: { 'x-tagGroups': tagGroups },
});
