/** The evening as a slider: by hand, or played at a speed. The test clock follows it, forward only. */
import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { TestEvening } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useCityActs } from './use-city.ts';
import { useEveningTime } from './use-evening-time.ts';

const msPerMinute = 60_000;
const stepMinutes = 5;
const tickMs = 1_000;
/** Minutes of the evening in a second. */
const speeds = { '5': 5, '15': 15, '30': 30 } as const;
type Speed = keyof typeof speeds;

export function Scrubber({ evening }: { evening: TestEvening }) {
  const t = useStrings();
  const timeOf = useEveningTime(evening);
  const { play } = useCityActs();
  const start = Date.parse(evening.starts_at);
  const minuteOf = (at: string) => Math.round((Date.parse(at) - start) / msPerMinute);
  const last = minuteOf(evening.ends_at);
  const reached = minuteOf(evening.until);
  const [wanted, setWanted] = useState(reached);
  const [speed, setSpeed] = useState<Speed>('15');
  const [isRunning, setRunning] = useState(false);
  const minute = Math.max(wanted, reached);
  const instantOf = (at: number) => new Date(start + at * msPerMinute).toISOString();
  const whole = (at: number) => t('city.time', { time: timeOf(instantOf(at)), zone: evening.time_zone });
  const moveTo = (at: number) => {
    if (at > reached) play.mutate(instantOf(Math.min(at, last)));
  };
  const isOver = reached >= last;
  const isGoing = isRunning && !isOver && !play.isError;
  const isFree = isGoing && !evening.is_playing && !play.isPending;
  useEffect(() => {
    if (!isFree) return;
    const timer = setTimeout(() => {
      const next = Math.min(reached + speeds[speed], last);
      setWanted(next);
      play.mutate(new Date(start + next * msPerMinute).toISOString());
    }, tickMs);
    return () => clearTimeout(timer);
  }, [isFree, reached, speed, last, start, play.mutate]);
  return (
    <Stack gap="md">
      <Text fz="lg" fw={600}>
        {whole(minute)}
      </Text>
      <Slider
        min={0}
        max={last}
        step={stepMinutes}
        value={minute}
        onChange={(value) => setWanted(Math.max(value, reached))}
        onChangeEnd={moveTo}
        label={null}
        thumbLabel={t('city.slider')}
        thumbValueText={whole(minute)}
      />
      <Group justify="space-between">
        <Text c="dimmed">{timeOf(evening.starts_at)}</Text>
        <Text c="dimmed">{timeOf(evening.ends_at)}</Text>
      </Group>
      <Group>
        <Button
          disabled={isOver}
          leftSection={<Icon name={isGoing ? 'player-pause' : 'player-play'} size={16} />}
          onClick={() => {
            play.reset();
            setRunning(!isGoing);
          }}
        >
          {isGoing ? t('city.pause') : t('city.play')}
        </Button>
        <SpeedChoice speed={speed} onChange={setSpeed} />
        {evening.is_playing && <Text c="dimmed">{t('city.playing', { time: timeOf(evening.until) })}</Text>}
      </Group>
      {play.isError && <ProblemNotice error={play.error} />}
    </Stack>
  );
}

function SpeedChoice({ speed, onChange }: { speed: Speed; onChange: (speed: Speed) => void }) {
  const t = useStrings();
  return (
    <SegmentedControl
      aria-label={t('city.speed')}
      value={speed}
      onChange={onChange}
      data={Object.entries(speeds).map(([value, count]) => ({
        value: value as Speed,
        label: t('city.speed.minutes', { count }),
      }))}
    />
  );
}
