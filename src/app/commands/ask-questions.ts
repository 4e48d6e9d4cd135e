/** Asks a person at a terminal what a file leaves open. The only module that reads from the terminal. */
import { createInterface } from 'node:readline/promises';
import { type CsvAnswers, joinAnswers } from '../../features/bank-files/csv/csv-mapping.ts';
import type { AskedQuestion } from '../../features/reconciliation/ask-about-csv.ts';

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

type Ask = (text: string) => Promise<string>;

/** @param ask replaced by tests. @returns nothing for what is left open. */
export async function askQuestions(questions: readonly AskedQuestion[], ask?: Ask): Promise<CsvAnswers> {
  if (ask === undefined) return onTerminal((other) => askQuestions(questions, other));
  let given: CsvAnswers = {};
  for (const question of questions) given = joinAnswers(given, await askOne(question, ask));
  return given;
}

export const askWhether = (text: string): Promise<string> => onTerminal(async (ask) => (await ask(text)).trim());

async function onTerminal<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  // The standard output is for the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await work((text) => terminal.question(text));
  } finally {
    terminal.close();
  }
}

async function askOne(question: AskedQuestion, ask: Ask): Promise<CsvAnswers> {
  const { kind, text, answers, words, isRequired } = question;
  if (kind === 'sign_words') {
    const said = await askWords(words, text, ['in', 'out'], ask);
    return { sign_words: { incoming: said('in'), outgoing: said('out') } };
  }
  if (kind === 'status') {
    const said = await askWords(words, text, ['booked', 'pending', 'void'], ask);
    return { status_words: { booked: said('booked'), pending: said('pending'), void: said('void') } };
  }
  const choices = answers.map((answer, index) => `\n  ${index + 1}  ${answer.text}`).join('');
  for (;;) {
    const typed = (await ask(`${text}${choices}\n${isRequired ? '' : '(empty: leave it open) '}> `)).trim();
    if (typed === '' && !isRequired) return {};
    if (kind === 'currency' && /^[A-Za-z]{3}$/.test(typed)) return { currency: typed.toUpperCase() };
    const chosen = answers[Number(typed) - 1];
    if (chosen !== undefined) return chosen.change;
  }
}

async function askWords<Meaning extends string>(
  words: readonly string[],
  text: string,
  meanings: readonly Meaning[],
  ask: Ask,
): Promise<(meaning: Meaning) => string[]> {
  const said = new Map<string, Meaning>();
  for (const word of words) {
    let meaning: Meaning | undefined;
    while (meaning === undefined) {
      const typed = (await ask(`${text}\n"${word}" (${meanings.join(', ')}) > `)).trim();
      meaning = meanings.find((one) => one === typed);
    }
    said.set(word, meaning);
  }
  return (meaning) => words.filter((word) => said.get(word) === meaning);
}
