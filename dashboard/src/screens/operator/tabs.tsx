/** The states of a list to choose from, in one row that scrolls on a narrow screen. */
import { ScrollArea, SegmentedControl } from '@mantine/core';

type Props<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

export const Tabs = <Value extends string>({ label, value, tabs, onChange }: Props<Value>) => (
  <ScrollArea type="never" offsetScrollbars={false} maw="100%">
    <SegmentedControl
      aria-label={label}
      value={value}
      data={[...tabs]}
      onChange={(chosen) => onChange(chosen as Value)}
    />
  </ScrollArea>
);
