/** POST /settlements (and its dry run), GET /settlements, GET /settlements/{id} and its statement. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { csvAnswer, printAnswer } from '../../core/http/answers.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, companyLimits, type PageQuery, pageQuery, readPage } from '../../core/http/page.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Account, Book } from '../../core/ledger/accounts.ts';
import { noTexts } from '../../core/wording/custom-texts.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import { findLinks, type Link } from '../../features/links/links.repository.ts';
import { presentPreview } from '../../features/settlements/present-preview.ts';
import {
  linkIdsOf,
  type Party,
  presentLine,
  presentSettlement,
  presentTotal,
  sumsOf,
} from '../../features/settlements/present-settlement.ts';
import { previewSettlement } from '../../features/settlements/preview-settlement.ts';
import type { SettlementRunner } from '../../features/settlements/settlement-runner.ts';
import {
  type PresentedSettlementInFull,
  SettlementAnswer,
  SettlementInFullAnswer,
  SettlementPreviewAnswer,
} from '../../features/settlements/settlement-schemas.ts';
import {
  findSettlement,
  listLines,
  listSettlements,
  type Settlement,
  type SettlementFilter,
  sumEachSettlement,
  sumSettlement,
} from '../../features/settlements/settlements.repository.ts';
import { settlementPage } from '../../features/settlements/statements/present-statement.ts';
import {
  settlementColumns,
  settlementCsv,
  settlementExtract,
} from '../../features/settlements/statements/settlement-statement.ts';
import { documentHeaders, renderStatement } from '../../features/settlements/statements/views.ts';
import { englishOf, statementWords } from '../../features/settlements/statements/words.ts';
import { findNames } from '../../features/shadow/shadow-report.repository.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { instantOf } from '../shared/instants.ts';
import { readCurrency } from '../shared/read-money.ts';
import type { CompanyAudience } from './audience.ts';

const answerWithinMs = 10_000;
const linesMax = 1_000;

type Deps = { db: Database; clock: Clock; runner: SettlementRunner };

const Body = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: 'Show what would happen; write nothing' })),
  currency: Type.Optional(Type.String({ description: 'Settle only this currency; default: all', examples: ['EUR'] })),
});
/** Not a union with null: that would report an invalid field twice. */
const OptionalBody = Type.Unsafe<Static<typeof Body> | null>({ ...Body, type: ['object', 'null'] });
const filters = {
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Started at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Started before this instant' })),
};
export const SettlementFilters = Type.Object(filters);
const ListQuery = Type.Object({ ...pageQuery({ limitMax: companyLimits.limitMax }), ...filters });
const OneQuery = Type.Object(pageQuery({ limitMax: linesMax }));
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

/** @throws AppError `validation_failed` */
export const settlementFilterOf = ({ from, to }: Static<typeof SettlementFilters>): SettlementFilter => ({
  from: instantOf('from', from),
  to: instantOf('to', to),
});

export function settlementRoutes(app: FastifyInstance, audience: CompanyAudience, deps: Deps): void {
  runSettlementRoute(app, audience, deps);
  readSettlementRoutes(app, audience, deps);
}

function runSettlementRoute(app: FastifyInstance, audience: CompanyAudience, deps: Deps): void {
  const { db } = deps;

  typed(app).route({
    method: 'POST',
    url: '/settlements',
    schema: {
      ...audience.operation(
        'createSettlement',
        'settlements',
        'Settle now, or see what would settle',
        'Done within 10 seconds: 201; otherwise 202, and the run continues. With dry_run: 200, and nothing is written.',
      ),
      body: OptionalBody,
      response: audience.writeAnswers(
        {
          200: dataOf(SettlementPreviewAnswer),
          201: dataOf(SettlementInFullAnswer),
          202: dataOf(SettlementInFullAnswer),
        },
        ['settlement_running'],
      ),
    },
    handler: async (request, reply) => {
      const { body } = request;
      const caller = audience.callerOf(request, body?.dry_run === true ? 'settlements.preview' : 'settlements.run');
      const currency = body?.currency === undefined ? undefined : readCurrency(body.currency).code;
      if (body?.dry_run === true) {
        const preview = await previewSettlement(audience.actorOf(request), deps, caller, linesMax, currency);
        const links = await linksOf(db, caller, preview.totals);
        const shown = presentPreview(preview, caller.mode, currency ?? null, links);
        return reply.send(partnerSuccess(await withShadowNames(db, caller, shown)));
      }
      const begin = () =>
        answerOnce(db, caller, request, async (tx) => {
          const settlement = await deps.runner.begin(audience.actorOf(request), tx, caller, 'request', currency);
          return { status: 202, body: { id: Number(settlement.id) } };
        });
      const begun = await afterRunning(audience.actorOf(request), deps.runner, caller, begin);
      const id = BigInt((JSON.parse(begun.text) as { id: number }).id);
      if (begun.replayed) reply.header('idempotent-replayed', 'true');
      else await withinTime(deps.runner.drive(audience.actorOf(request), caller, id));
      const shown = (await presentWhole(db, caller, id, {})) as PresentedSettlementInFull;
      return reply.code(shown.status === 'running' ? 202 : 201).send(partnerSuccess(shown));
    },
  });
}

function readSettlementRoutes(app: FastifyInstance, audience: CompanyAudience, deps: Deps): void {
  const { db } = deps;

  typed(app).route({
    method: 'GET',
    url: '/settlements',
    schema: {
      ...audience.operation('listSettlements', 'settlements', 'List settlements, newest first'),
      querystring: ListQuery,
      response: audience.readAnswers({ 200: pageOf(SettlementAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'settlements.read');
      const query = { limit: companyLimits.limitDefault, ...request.query };
      const filter = settlementFilterOf(query);
      const { rows, next } = await readPage(query, byId('id'), (page) =>
        listSettlements(db, caller, { ...page, ...filter }),
      );
      const sums = await sumEachSettlement(db, caller.holderId, rows);
      const shown = rows.map((row) => presentSettlement(row, sums.get(row.id)));
      return reply.send(partnerPage(shown, next));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/settlements/:id',
    schema: {
      ...audience.operation('getSettlement', 'settlements', 'One settlement with its lines'),
      params: Params,
      querystring: OneQuery,
      response: audience.readAnswers({ 200: dataOf(SettlementInFullAnswer) }, ['not_found', 'validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'settlements.read');
      const id = BigInt(request.params.id);
      const shown = await presentWhole(db, caller, id, request.query);
      if (shown === undefined) throw new AppError('not_found', { message: 'No settlement has this id.' });
      return reply.send(partnerSuccess(shown));
    },
  });
}

/** A settlement with its totals by party, and one page of its lines. */
async function presentWhole(
  db: Database,
  book: Book,
  id: bigint,
  query: PageQuery,
): Promise<PresentedSettlementInFull | undefined> {
  const settlement = await findSettlement(db, book, id);
  if (settlement === undefined) return undefined;
  const [totals, lines] = await Promise.all([
    sumSettlement(db, book.holderId, id),
    readPage({ limit: linesMax, ...query }, byId('transferId'), (page) => listLines(db, book.holderId, id, page)),
  ]);
  const links = await linksOf(db, book, totals);
  return withShadowNames(db, book, {
    ...presentSettlement(settlement, sumsOf(totals)),
    totals: totals.map((total) => presentTotal(total, links)),
    lines: lines.rows.map((line) => presentLine(line, links)),
    lines_next_cursor: lines.next,
  });
}

type Named = Pick<Party, 'name' | 'shadow_merchant_ref'>;

/** A restaurant in the shadow ledger is a reference there; its orders say its name. */
async function withShadowNames<Shown extends { totals: Named[]; lines: Named[] }>(
  db: Database,
  book: Book,
  shown: Shown,
): Promise<Shown> {
  const refs = [...shown.totals, ...shown.lines].flatMap(({ shadow_merchant_ref: ref }) => ref ?? []);
  const names = await findNames(db, book, [...new Set(refs)], 1);
  const named = <One extends Named>(one: One): One => {
    const [name] = names.get(one.shadow_merchant_ref ?? '') ?? [];
    return one.name === null && name !== undefined ? { ...one, name } : one;
  };
  return { ...shown, totals: shown.totals.map(named), lines: shown.lines.map(named) };
}

async function linksOf(db: Database, book: Book, totals: readonly Account[]): Promise<Map<bigint, Link>> {
  const links = await findLinks(db, book.holderId, linkIdsOf(totals));
  return new Map(links.map((link) => [link.id, link]));
}

/**
 * A run under way, for example one that a top-up has just enqueued, is waited for once. If another is running after
 * that, `begin` throws `settlement_running`, which names it.
 */
async function afterRunning<T>(
  actor: Actor,
  runner: SettlementRunner,
  book: Book,
  begin: () => Promise<T>,
): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'settlement_running') throw error;
    await withinTime(runner.finishRunning(actor, book));
    return begin();
  }
}

/** Waits for a run up to the time limit of an answer. The run itself continues. */
async function withinTime(run: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, answerWithinMs);
  });
  // Ignored: the sweep resumes a run that fails later, and the answer has been sent by then.
  run.catch(() => {});
  try {
    await Promise.race([run, limit]);
  } finally {
    clearTimeout(timer);
  }
}

const pageLinesMax = 1_000;

export function settlementStatementRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  { db }: { db: Database },
): void {
  typed(app).route({
    method: 'GET',
    url: '/settlements/:id/statement.csv',
    schema: {
      ...audience.operation(
        'getSettlementStatementCsv',
        'settlements',
        'A settlement as CSV: a line per order and party, totals',
      ),
      params: Params,
      response: audience.documentAnswers(csvAnswer(settlementColumns, 'The statement'), ['not_found']),
    },
    handler: async (request, reply) => {
      const settlement = await settlementOf(db, audience.callerOf(request, 'statements.read'), request.params.id);
      return sendCsv(reply, `${fileName(settlement)}.csv`, settlementCsv(db, settlement));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/settlements/:id/statement.html',
    schema: {
      ...audience.operation('getSettlementStatementPage', 'settlements', 'A settlement as a printable page'),
      params: Params,
      response: audience.documentAnswers(printAnswer('The statement'), ['not_found']),
    },
    handler: async (request, reply) => {
      const settlement = await settlementOf(db, audience.callerOf(request, 'statements.read'), request.params.id);
      const company = await findHolderName(db, settlement.holderId);
      const extract = await settlementExtract(db, settlement, pageLinesMax);
      const words = statementWords('en', noTexts, englishOf(request.headers['accept-language']));
      const page = renderStatement('settlement', settlementPage(settlement, company, extract, pageLinesMax, words));
      return reply
        .headers(documentHeaders())
        .header('content-disposition', `inline; filename="${fileName(settlement)}.html"`)
        .type('text/html; charset=utf-8')
        .send(page);
    },
  });
}

async function settlementOf(db: Database, book: Book, id: string): Promise<Settlement> {
  const settlement = await findSettlement(db, book, BigInt(id));
  if (settlement === undefined) throw new AppError('not_found', { message: 'No settlement has this id.' });
  return settlement;
}

const fileName = ({ id, mode }: Settlement): string => `settlement-${id}${mode === 'test' ? '-test' : ''}`;
