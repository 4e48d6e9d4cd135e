/** The operator's own texts: every text of pages, emails and statements, what it says, and what it says in its place. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { realNow } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type Language, languageNames, languages } from '../../base/languages/languages.ts';
import { textLengthMax, textProblem } from '../../base/languages/text-rules.ts';
import { NullableText, nullable, Text } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byText, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listCustomTexts } from '../../core/wording/custom-texts.repository.ts';
import { textAreas } from '../../core/wording/custom-texts.ts';
import type { Wording } from '../../core/wording/follow-wording.ts';
import { resetText, setOwnText } from '../../features/wording/change-wording.ts';
import { type ListedText, listTexts, namesIn, textStates } from '../../features/wording/listed-texts.ts';
import { previewOf } from '../../features/wording/samples.ts';
import type { TextCatalog } from '../../features/wording/text-catalog.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; wording: Wording; texts: TextCatalog };

const LanguageCode = Type.Enum([...languages], { examples: ['de'] });
const Area = Type.Enum([...textAreas], { examples: ['checkout'] });
const Key = Type.String({ pattern: '^[A-Za-z0-9_.]{1,80}$', examples: ['endings.paid.heading'] });
const own = { maxLength: 4 * textLengthMax, format: 'opaque' } as const;

const OwnText = Type.Object(
  {
    area: Area,
    key: Key,
    english: Text('Payment successful'),
    original: Text('Zahlung erfolgreich', 'What Sluice says in this language'),
    own: nullable(Text('Danke für Ihre Zahlung', 'What is said in its place; null: nothing')),
    state: Type.Enum([...textStates], {
      description:
        'outdated: the original has changed since the own text was written, which is used; unused: it no longer fits, or there is no such text any more',
      examples: ['own'],
    }),
    values: Type.Array(Text('amount'), { description: 'What the text is told: the names that stand in braces' }),
  },
  { title: 'OwnText' },
);

const WordingLanguage = Type.Object(
  {
    language: LanguageCode,
    name: Text('Deutsch'),
    texts: Type.Integer({ minimum: 0, description: 'How many texts there are', examples: [214] }),
    own: Type.Integer({ minimum: 0, description: 'How many own texts it has', examples: [2] }),
    attention: Type.Integer({ minimum: 0, description: 'Those among them to look at again', examples: [0] }),
  },
  { title: 'WordingLanguage' },
);

const TextPreview = Type.Object(
  {
    text: nullable(Text('Danke für Ihre Zahlung', 'With sample values; null where it cannot be used')),
    problem: NullableText,
  },
  { title: 'TextPreview' },
);

const Query = Type.Object({
  ...pageQuery(),
  language: LanguageCode,
  area: Type.Optional(Area),
  show: Type.Optional(
    Type.Enum(['own', 'attention'], { description: 'Only own texts, or those among them to look at again' }),
  ),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'Part of a text' })),
});
const Params = Type.Object({ language: LanguageCode, area: Area, key: Key });
const Body = Type.Object({
  text: Type.String({
    ...own,
    description: `At most ${textLengthMax.toLocaleString('en')} characters, in ICU's message format, with the values of the original`,
    examples: ['Danke für Ihre Zahlung'],
  }),
});

export function wordingRoutes(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  previewRoute(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db, texts }: Deps): void {
  const ofLanguage = async (language: Language) =>
    (await listCustomTexts(db)).filter((one) => one.language === language);

  typed(app).route({
    method: 'GET',
    url: '/operator/wording/languages',
    schema: {
      ...audience.operation('listWordingLanguages', 'The languages, with how many own texts each has'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(WordingLanguage)) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'wording.read');
      const all = await listCustomTexts(db);
      return partnerSuccess(
        languages.map((language): Static<typeof WordingLanguage> => {
          const written = all.filter((one) => one.language === language);
          const listed = written.length === 0 ? [] : listTexts(texts, language, written, { show: 'attention' });
          const count = listTexts(texts, language, [], {}).length;
          return {
            ...{ language, name: languageNames[language], texts: count },
            ...{ own: written.length, attention: listed.length },
          };
        }),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/wording',
    schema: {
      ...audience.operation('listTexts', 'Every text in a language, and what the operator says in its place'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OwnText) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'wording.read');
      const { language, area, show, search, ...page } = request.query;
      const found = listTexts(texts, language, await ofLanguage(language), { area, show, search });
      const { rows, next } = await readPage(page, byPlace, async ({ after, limit }) => {
        const from = after === undefined ? 0 : found.findIndex((one) => idOf(one) === after) + 1;
        return found.slice(from, from + limit);
      });
      return partnerPage(
        rows.map((row) => ({ ...row, values: namesIn(row.english) })),
        next,
      );
    },
  });
}

const idOf = ({ area, key }: Pick<ListedText, 'area' | 'key'>): string => `${area}/${key}`;
const byPlace = {
  encode: (row: ListedText) => idOf(row),
  decode: byText('key', (text) => /^[a-z]{1,20}\/[A-Za-z0-9_.]{1,80}$/.test(text)).decode,
};

function previewRoute(app: FastifyInstance, { texts }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/wording/:language/:area/:key/preview',
    schema: {
      ...audience.operation('previewText', 'A text with sample values, before it is kept'),
      params: Params,
      querystring: Type.Object({ text: Type.String({ ...own, examples: ['Danke für Ihre Zahlung'] }) }),
      response: audience.readAnswers({ 200: dataOf(TextPreview) }, ['not_found']),
    },
    handler: async (request) => {
      audience.callerOf(request, 'wording.read');
      const { language, area, key } = request.params;
      const known = texts.find(language, area, key);
      if (known === undefined) throw new AppError('not_found');
      const { text } = request.query;
      const problem = textProblem(known.english, text) ?? null;
      return partnerSuccess({ text: problem === null ? previewOf(known.english, text, language) : null, problem });
    },
  });
}

function writeRoutes(app: FastifyInstance, { db, wording, texts }: Deps): void {
  const url = '/operator/wording/:language/:area/:key';

  typed(app).route({
    method: 'PUT',
    url,
    schema: {
      ...audience.operation('setText', 'Say something else in the place of a text'),
      params: Params,
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'wording.change');
      const actor = audience.actorOf(request);
      await inTransaction(db, (tx) => setOwnText(actor, tx, texts, request.params, request.body.text, realNow()));
      await wording.load();
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'DELETE',
    url,
    schema: {
      ...audience.operation('resetText', 'Say what Sluice says again'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found']),
    },
    handler: async (request) => {
      audience.callerOf(request, 'wording.change');
      await inTransaction(db, (tx) => resetText(audience.actorOf(request), tx, request.params));
      await wording.load();
      return partnerSuccess(null);
    },
  });
}
