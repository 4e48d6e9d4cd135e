<?php

declare(strict_types=1);

namespace Sluice\Http;

/**
 * JSON without floats. A number with a fraction is decoded as a string with the digits that were sent, and an amount is encoded
 * from a string with its own digits, so that no amount is ever rounded.
 */
final class Json
{
    private const FLAGS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;

    /** @throws \JsonException */
    public static function decode(string $text): mixed
    {
        return json_decode(self::withoutFractions($text), true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    }

    /**
     * @param list<string> $amounts where the value has amounts: `splits.*.amount`, with `*` for every item
     *
     * @throws \InvalidArgumentException naming the field that is a float, or an amount that is no decimal number
     */
    public static function encode(mixed $value, array $amounts = []): string
    {
        $text = self::written($value, array_map(static fn (string $path) => explode('.', $path), $amounts), '');

        return $text === '[]' ? '{}' : $text;
    }

    /** Puts quotes around numbers with a fraction or an exponent. */
    private static function withoutFractions(string $text): string
    {
        $written = '';
        $at = 0;
        $end = \strlen($text);
        while ($at < $end) {
            $quote = strpos($text, '"', $at);
            $between = substr($text, $at, ($quote === false ? $end : $quote) - $at);
            $written .= preg_replace('/-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/', '"$0"', $between);
            if ($quote === false) {
                break;
            }
            $at = $quote + 1;
            do {
                $at += strcspn($text, '"\\', $at);
                $isEscape = ($text[$at] ?? '') === '\\';
                $at += $isEscape ? 2 : 1;
            } while ($isEscape);
            $written .= substr($text, $quote, $at - $quote);
        }

        return $written;
    }

    /** @param list<list<string>> $amounts what is left of their paths */
    private static function written(mixed $value, array $amounts, string $path): string
    {
        if (\is_float($value)) {
            throw new \InvalidArgumentException("$path is a float, which may not be exact: use a string such as '12.50'.");
        }
        if ($value !== null && \in_array([], $amounts, true)) {
            return self::number($value, $path);
        }
        if ($value instanceof \JsonSerializable) {
            return self::written($value->jsonSerialize(), $amounts, $path);
        }
        if (!\is_array($value) && !$value instanceof \stdClass) {
            return json_encode($value, self::FLAGS);
        }
        $isList = \is_array($value) && array_is_list($value);
        $parts = [];
        foreach ((array) $value as $key => $item) {
            $rest = self::below($amounts, (string) $key);
            $text = self::written($item, $rest, $path === '' ? (string) $key : "$path.$key");
            $parts[] = $isList ? $text : json_encode((string) $key, self::FLAGS).':'.$text;
        }

        return $isList ? '['.implode(',', $parts).']' : '{'.implode(',', $parts).'}';
    }

    /**
     * @param list<list<string>> $amounts
     *
     * @return list<list<string>>
     */
    private static function below(array $amounts, string $key): array
    {
        $rest = [];
        foreach ($amounts as $steps) {
            if (($steps[0] ?? null) === '*' || ($steps[0] ?? null) === $key) {
                $rest[] = \array_slice($steps, 1);
            }
        }

        return $rest;
    }

    private static function number(mixed $value, string $path): string
    {
        if (\is_int($value)) {
            return (string) $value;
        }
        if (!\is_string($value) || preg_match('/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/D', $value) !== 1) {
            throw new \InvalidArgumentException("$path is not an amount: use a string such as '12.50'.");
        }

        return $value;
    }
}
