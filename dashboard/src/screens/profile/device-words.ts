/** The browser and system of a user agent, in words. */
import { useStrings } from '../../strings/strings.tsx';
import { deviceOf } from './device.ts';

export function useDeviceWords(): (userAgent: string) => string {
  const t = useStrings();
  return (userAgent) => {
    const { browser, system, other } = deviceOf(userAgent);
    if (browser === undefined || system === undefined) return other || t('sessions.unknownDevice');
    return t('sessions.on', { browser, system });
  };
}
