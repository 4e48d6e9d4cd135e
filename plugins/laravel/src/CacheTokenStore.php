<?php

declare(strict_types=1);

namespace Sluice\Laravel;

use Illuminate\Contracts\Cache\Repository;
use Illuminate\Contracts\Encryption\DecryptException;
use Illuminate\Contracts\Encryption\StringEncrypter;
use Sluice\TokenStore;

/** Access tokens in Laravel's cache, encrypted: more people and tools can read a cache than the configuration. */
final class CacheTokenStore implements TokenStore
{
    public function __construct(private readonly Repository $cache, private readonly StringEncrypter $encrypter)
    {
    }

    public function get(string $name): ?string
    {
        $kept = $this->cache->get($name);
        try {
            return \is_string($kept) ? $this->encrypter->decryptString($kept) : null;
        } catch (DecryptException) {
            // Encrypted with an earlier key of the application.
            return null;
        }
    }

    public function put(string $name, #[\SensitiveParameter] string $token, int $seconds): void
    {
        $this->cache->put($name, $this->encrypter->encryptString($token), $seconds);
    }

    public function drop(string $name): void
    {
        $this->cache->forget($name);
    }
}
