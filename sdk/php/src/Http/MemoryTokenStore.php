<?php

declare(strict_types=1);

namespace Sluice\Http;

use Sluice\TokenStore;

/** @internal Keeps access tokens as long as the client lives. */
final class MemoryTokenStore implements TokenStore
{
    /** @var array<string, array{string, float}> */
    private array $kept = [];

    public function get(string $name): ?string
    {
        [$token, $until] = $this->kept[$name] ?? [null, 0.0];

        return microtime(true) < $until ? $token : null;
    }

    public function put(string $name, string $token, int $seconds): void
    {
        $this->kept[$name] = [$token, microtime(true) + $seconds];
    }

    public function drop(string $name): void
    {
        unset($this->kept[$name]);
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return [];
    }
}
