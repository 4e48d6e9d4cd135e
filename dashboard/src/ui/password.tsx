/** A field for a password, whose eye says what it does next. The library names it once, whatever its state. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useStrings } from '../strings/strings.tsx';

export function Password(props: PasswordInputProps) {
  const t = useStrings();
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={isShown}
      onVisibilityChange={setShown}
      // What the name says, no state says again.
      visibilityToggleButtonProps={{
        'aria-label': t(isShown ? 'app.password.hide' : 'app.password.show'),
        'aria-pressed': undefined,
      }}
    />
  );
}
