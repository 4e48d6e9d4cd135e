/** The states of a list to choose from: in one row at a desk, and on a phone, where many of them don't fit beside each other, in a menu. */
import { NativeSelect, ScrollArea, SegmentedControl } from '@mantine/core';
import { useIsPhone } from '../../ui/is-phone.ts';

type Props<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** More are cut on a phone. */
const besideMax = 3;

export function Tabs<Value extends string>({ label, value, tabs, onChange }: Props<Value>) {
  if (useIsPhone() && tabs.length > besideMax) {
    return (
      <NativeSelect
        aria-label={label}
        value={value}
        data={[...tabs]}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      />
    );
  }
  return (
    <ScrollArea type="never" offsetScrollbars={false} maw="100%">
      <SegmentedControl
        aria-label={label}
        value={value}
        data={[...tabs]}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    </ScrollArea>
  );
}
