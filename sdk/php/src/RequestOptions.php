<?php

declare(strict_types=1);

namespace Sluice;

/** For one call. */
final class RequestOptions
{
    /** @param string|null $idempotencyKey for a write: repeat the call with the same key and it is done once. By default a new one for each call */
    public function __construct(
        public readonly ?string $idempotencyKey = null,
        public readonly ?float $timeoutSeconds = null,
        public readonly ?int $retriesMax = null,
    ) {
    }
}
