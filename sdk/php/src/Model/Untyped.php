<?php

declare(strict_types=1);

namespace Sluice\Model;

/** What an event is about whose type is newer than this library: read it with `toArray`. */
final class Untyped extends Model
{
    public static function from(array $json): static
    {
        return (new self())->of($json);
    }
}
