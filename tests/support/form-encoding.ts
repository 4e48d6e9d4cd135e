/** Reads form-encoded text with nested names, as Stripe's API takes it: `line_items[0][price_data][currency]=eur`. */
export type Form = { [name: string]: unknown };

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    place(form, path, value);
  }
  return form;
}

/** Numbered names make a list. */
function place(target: Form, [head = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  target[head] ??= /^[0-9]+$/.test(rest[0] ?? '') ? [] : {};
  place(target[head] as Form, rest, value);
}
