/** Why someone does it: who reads it is said below. */
import { Textarea, type TextareaProps } from '@mantine/core';

const reasonLengthMax = 500;

export const ReasonField = ({ description, ...props }: TextareaProps) => (
  <Textarea
    description={props.error === undefined && description}
    maxLength={reasonLengthMax}
    autosize
    minRows={2}
    {...props}
  />
);
