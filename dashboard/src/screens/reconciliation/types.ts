/** What the service answers about reconciliation. */
import type { paths } from '../../api/api.generated.ts';

type Page<Path extends keyof paths & `/api/v1/operator/${string}`> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;

export type StatementLine = Page<'/api/v1/operator/statement-lines'>[number];
export type Transfer = StatementLine['candidates']['transfers'][number];
export type Statement = Page<'/api/v1/operator/statements'>[number];
export type AcquirerPayout = Page<'/api/v1/operator/acquirer-payouts'>[number];
export type Source = StatementLine['source'];

export type ImportBody = NonNullable<
  paths['/api/v1/operator/statements']['post']['requestBody']
>['content']['application/json'];
export type ImportResult =
  paths['/api/v1/operator/statements']['post']['responses'][200]['content']['application/json']['data'];

export const sources = ['bank', 'card', 'onlinewallet'] as const satisfies readonly Source[];

export const sourceOf = (name: string | undefined): Source => sources.find((one) => one === name) ?? 'bank';
