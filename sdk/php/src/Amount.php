<?php

declare(strict_types=1);

namespace Sluice;

/** Amounts are decimal strings, such as `12.50`. `12.5` is the same amount, which `===` does not know. */
final class Amount
{
    /** @return int below 0, 0 or above 0 */
    public static function compare(string $first, string $second): int
    {
        $decimals = max(self::decimalsOf($first), self::decimalsOf($second));

        return self::toMinorUnits($first, $decimals) <=> self::toMinorUnits($second, $decimals);
    }

    public static function equal(string $first, string $second): bool
    {
        return self::compare($first, $second) === 0;
    }

    /**
     * `12.5` with 2 decimals is 1250.
     *
     * @throws \InvalidArgumentException if it is no amount, or has more decimals
     */
    public static function toMinorUnits(string $amount, int $decimals): int
    {
        if (preg_match('/^(-?)(\d{1,14})(?:\.(\d+))?$/D', $amount, $parts) !== 1) {
            throw new \InvalidArgumentException("'$amount' is not an amount.");
        }
        $fraction = rtrim($parts[3] ?? '', '0');
        if (\strlen($fraction) > $decimals || $decimals > 4) {
            throw new \InvalidArgumentException("'$amount' has more than $decimals decimals.");
        }

        return (int) ($parts[1].$parts[2].str_pad($fraction, $decimals, '0'));
    }

    /** 1250 with 2 decimals is `12.50`. */
    public static function fromMinorUnits(int $minor, int $decimals): string
    {
        $digits = str_pad((string) abs($minor), $decimals + 1, '0', STR_PAD_LEFT);
        $whole = substr($digits, 0, \strlen($digits) - $decimals);

        return ($minor < 0 ? '-' : '').$whole.($decimals === 0 ? '' : '.'.substr($digits, -$decimals));
    }

    private static function decimalsOf(string $amount): int
    {
        return \strlen(rtrim(explode('.', $amount, 2)[1] ?? '', '0'));
    }
}
