/** What a user agent says of a device, as far as a person recognizes it. */
const otherLengthMax = 120;

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  Macintosh: 'macOS',
  Linux: 'Linux',
};

type Device = {
  browser?: string | undefined;
  system?: string | undefined /** As it was sent, shortened. */;
  other: string;
};

export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = Object.entries(systems).find(([sign]) => userAgent.includes(sign))?.[1];
  return { browser, system, other: userAgent.slice(0, otherLengthMax) };
}
