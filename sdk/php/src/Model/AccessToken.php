<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class AccessToken extends Model
{
    /**
     * @param string $access_token Opaque; send it as Authorization: Bearer
     * @param int $expire_time Seconds for which the token is valid
     */
    public function __construct(
        public readonly string $access_token,
        public readonly int $expire_time,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            access_token: self::need($json, 'access_token'),
            expire_time: self::need($json, 'expire_time'),
        ))->of($json);
    }
}
