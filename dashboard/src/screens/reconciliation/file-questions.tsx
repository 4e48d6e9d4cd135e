/** What only a person can say of a file, as plain choices with the file's own examples. */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf, CsvAnswers, StatementFile, StatementQuestion } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Answer = BodyOf<'operatorReadStatementFile'>;
type Props = { file: StatementFile; answer: UseMutationResult<StatementFile, Error, Answer> };

/** By question, and for words by question and word: the number of an answer, or what was typed. */
type Given = Record<string, string>;

const currencyLength = 3;
const meanings = { sign_words: ['incoming', 'outgoing'], status: ['booked', 'pending', 'void'] } as const;

export function FileQuestions({ file, answer }: Props) {
  const t = useStrings();
  const [given, setGiven] = useState<Given>({});
  const set = (name: string, value: string) => setGiven((before) => ({ ...before, [name]: value }));
  const isAnswered = file.questions.some((question, index) => changeOf(question, index, given) !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAnswered) answer.mutate(answerOf(file.questions, given));
      }}
      noValidate
    >
      <Stack>
        {file.questions.map((question, index) => (
          <Question
            key={question.text}
            question={question}
            given={(word = '') => given[`${index}${word}`] ?? ''}
            onChange={(value, word = '') => set(`${index}${word}`, value)}
          />
        ))}
        {answer.isError && <ProblemNotice error={answer.error} />}
        <Group>
          <Button
            type="submit"
            loading={answer.isPending}
            disabled={!isAnswered}
            {...(file.state === 'ready' ? { variant: 'default' } : {})}
          >
            {t('recon.question.answer')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type QuestionProps = {
  question: StatementQuestion;
  given: (word?: string) => string;
  onChange: (value: string, word?: string) => void;
};

function Question({ question, given, onChange }: QuestionProps) {
  const t = useStrings();
  const { kind, text, answers, words, required } = question;
  const description = required ? undefined : t('recon.question.optional');
  if (kind === 'account') {
    return (
      <TextInput
        label={t('recon.account.named')}
        description={text}
        maxLength={100}
        value={given()}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        maw={560}
      />
    );
  }
  if (kind === 'currency') return <CurrencyInput label={text} value={given()} onChange={onChange} maw={320} />;
  if (kind === 'sign_words' || kind === 'status') {
    return (
      <Stack gap="xs">
        <Text fw={500} size="sm">
          {text}
        </Text>
        {words.map((word) => (
          <Radio.Group key={word} label={`“${word}”`} value={given(word)} onChange={(value) => onChange(value, word)}>
            <Group mt={4}>
              {meanings[kind].map((meaning) => (
                <Radio key={meaning} value={meaning} label={t(`recon.word.${meaning}`)} />
              ))}
            </Group>
          </Radio.Group>
        ))}
      </Stack>
    );
  }
  return (
    <Radio.Group label={text} description={description} value={given()} onChange={(value) => onChange(value)}>
      <Stack gap={6} mt={6}>
        {answers.map((one, number) => (
          <Radio key={one.text} value={String(number)} label={one.text} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Undefined while it is not answered. */
function changeOf({ kind, answers, words }: StatementQuestion, index: number, given: Given): CsvAnswers | undefined {
  const typed = (given[String(index)] ?? '').trim();
  if (kind === 'account') return typed === '' ? undefined : {};
  if (kind === 'currency') return typed.length === currencyLength ? { currency: typed } : undefined;
  if (kind === 'sign_words' || kind === 'status') {
    const meant = (meaning: string) => words.filter((word) => given[`${index}${word}`] === meaning);
    if (words.some((word) => given[`${index}${word}`] === undefined)) return undefined;
    return kind === 'sign_words'
      ? { sign_words: { incoming: meant('incoming'), outgoing: meant('outgoing') } }
      : { status_words: { booked: meant('booked'), pending: meant('pending'), void: meant('void') } };
  }
  return typed === '' ? undefined : answers[Number(typed)]?.change;
}

function answerOf(questions: readonly StatementQuestion[], given: Given): Answer {
  const changes = questions.map((question, index) => changeOf(question, index, given) ?? {});
  const columns = Object.assign({}, ...changes.map((change) => change.columns ?? {}));
  const account = questions.flatMap(({ kind }, index) =>
    kind === 'account' && given[String(index)] !== undefined ? [(given[String(index)] as string).trim()] : [],
  )[0];
  return {
    answers: { ...Object.assign({}, ...changes), ...(Object.keys(columns).length > 0 ? { columns } : {}) },
    ...(account === undefined || account === '' ? {} : { account }),
  };
}
