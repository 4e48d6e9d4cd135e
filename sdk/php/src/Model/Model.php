<?php

declare(strict_types=1);

namespace Sluice\Model;

/**
 * An object of an answer. Its properties are those that this version of the library knows; `toArray` has every field that the
 * service sent. Amounts are strings in both.
 */
abstract class Model implements \JsonSerializable
{
    /** Fields that have one value only, by which an object is told from others. */
    protected const CONSTANTS = [];

    /** @var array<string, mixed> */
    private array $json = [];

    /**
     * @param array<string, mixed> $json as `Sluice\Http\Json` decodes it
     *
     * @throws \UnexpectedValueException if a field is missing
     */
    abstract public static function from(array $json): static;

    /**
     * The first that the object can be.
     *
     * @template T of Model
     *
     * @param array<string, mixed> $json
     * @param class-string<T>      ...$classes
     *
     * @return T
     */
    final public static function oneOf(array $json, string ...$classes): Model
    {
        foreach ($classes as $class) {
            if (array_udiff_assoc($class::CONSTANTS, $json, static fn ($a, $b) => $a === $b ? 0 : 1) === []) {
                return $class::from($json);
            }
        }

        throw new \UnexpectedValueException('The answer is none of '.implode(', ', $classes).'.');
    }

    /** @return array<string, mixed> */
    final public function toArray(): array
    {
        return $this->json;
    }

    /** @return array<string, mixed> */
    final public function jsonSerialize(): array
    {
        return $this->json;
    }

    /** @param array<string, mixed> $json */
    final protected function of(array $json): static
    {
        $this->json = $json;

        return $this;
    }

    /** @param array<string, mixed> $json */
    final protected static function need(array $json, string $field): mixed
    {
        return $json[$field] ?? throw new \UnexpectedValueException(static::class." has no $field.");
    }

    /** A whole amount is a number in JSON. */
    final protected static function amount(int|string $value): string
    {
        return (string) $value;
    }
}
