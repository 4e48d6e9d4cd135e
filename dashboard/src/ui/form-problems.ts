/** What the service says of a form: beside the fields it blames, or above the form. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { problemOf } from '../api/problem.ts';
import { fieldProblems } from './field-problems.ts';

type Form = {
  setErrors: (errors: Record<string, string | true>) => void;
  getInputNode: (path: string) => HTMLElement | null;
};

/** Marks the fields that a problem blames, and moves the focus to the first of them. */
export function blame(form: Form, error: unknown): void {
  const problems = fieldProblems(error);
  form.setErrors(saidOnce(problems, problemOf(error).message));
  focusField(form, Object.keys(problems)[0]);
}

/** What blames several fields together stands under the last of them: the others are marked alone. */
function saidOnce(problems: Record<string, string>, whole: string): Record<string, string | true> {
  const together = Object.keys(problems).filter((field) => problems[field] === whole);
  const others = together.slice(0, -1).map((field) => [field, true] as const);
  return { ...problems, ...Object.fromEntries(others) };
}

/** For `form.onSubmit`: moves the focus to the first field that is wrong before anything was sent. */
export const focusFirst =
  (form: Form) =>
  (errors: Record<string, unknown>): void =>
    focusField(form, Object.keys(errors)[0]);

function focusField(form: Form, field: string | undefined): void {
  if (field !== undefined) requestAnimationFrame(() => form.getInputNode(field)?.focus());
}

/**
 * Whether the problem stands beside a field, where it need not be said again below. The first such field gets the focus.
 * @param within holds the fields.
 */
export function useIsMarked(within: RefObject<HTMLElement | null>, error: unknown): boolean {
  const [marked, setMarked] = useState<unknown>(null);
  useLayoutEffect(() => {
    if (error === null || error === undefined || isOfNoField(error)) return;
    const field = within.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    setMarked(error);
    field.focus();
  }, [within, error]);
  return error === marked;
}

/** Whether the problem is said above the form: no field is to blame. */
export const isOfNoField = (error: unknown): boolean => problemOf(error).details.length === 0;
