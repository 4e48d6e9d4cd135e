<?php

declare(strict_types=1);

namespace Sluice;

/**
 * Keeps access tokens of interface A, which are valid for ten minutes, beyond one request: in APCu, in Redis, in the transients of
 * WordPress. Whoever reads a token can act for the shop until it expires: keep it where the key pair may be.
 */
interface TokenStore
{
    /** @return string|null null once it has expired */
    public function get(string $name): ?string;

    public function put(string $name, string $token, int $seconds): void;

    public function drop(string $name): void;
}
