/** What was typed, on one line: the API takes no line breaks in a reason or a note. */
export const oneLine = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim();
