/** The size of a file for people. */
import { useIntl } from 'react-intl';

const kilobyte = 1_024;

export function useSizeWords(): (bytes: number) => string {
  const intl = useIntl();
  return (bytes) => {
    const kilobytes = bytes / kilobyte;
    const isLarge = kilobytes >= kilobyte;
    const value = isLarge ? kilobytes / kilobyte : Math.max(1, Math.round(kilobytes));
    return intl.formatNumber(value, {
      style: 'unit',
      unit: isLarge ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: 1,
    });
  };
}
