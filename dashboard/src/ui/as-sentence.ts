/** Words that stand as a sentence among others, whoever wrote them. */

/** @returns the text with a full stop, unless it ends with a mark already. */
export const asSentence = (text: string): string => (/[.!?…]["”»)]?$/.test(text.trim()) ? text : `${text.trim()}.`);
