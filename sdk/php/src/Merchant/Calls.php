<?php

declare(strict_types=1);

namespace Sluice\Merchant;

use Sluice\Exception\SluiceException;
use Sluice\Http\AccessTokens;
use Sluice\Http\Http;
use Sluice\Http\Json;
use Sluice\Http\Request;
use Sluice\RequestOptions;

/** @internal Calls of interface A, with an access token. */
final class Calls
{
    private const UNAUTHORIZED = 401;
    private const FORBIDDEN = 403;

    public function __construct(private readonly Http $http, private readonly AccessTokens $tokens)
    {
    }

    /**
     * @param array<string, mixed> $query
     *
     * @return array<string, mixed> the `data` of the answer
     */
    public function get(string $path, array $query, ?RequestOptions $own): array
    {
        return $this->send(new Request('GET', $path, $query), $own);
    }

    /**
     * @param array<string, mixed>         $body
     * @param Request::KEY|Request::REF    $idempotency
     *
     * @return array<string, mixed> the `data` of the answer
     */
    public function post(string $path, array $body, ?RequestOptions $own, string $idempotency): array
    {
        return $this->send(new Request('POST', $path, body: Json::encode($body), idempotency: $idempotency), $own);
    }

    /** @return array<string, mixed> */
    private function send(Request $request, ?RequestOptions $own): array
    {
        try {
            return $this->sendWith($this->tokens->current(), $request, $own);
        } catch (SluiceException $error) {
            if (!self::isOfToken($error)) {
                throw $error;
            }
        }
        // Its key pair may have been rotated, or the secret of the service changed.
        $this->tokens->drop();

        return $this->sendWith($this->tokens->current(), $request, $own);
    }

    /** @return array<string, mixed> */
    private function sendWith(#[\SensitiveParameter] string $token, Request $request, ?RequestOptions $own): array
    {
        return $this->http->json($request->with(['authorization' => "Bearer $token"]), $own)['data'] ?? [];
    }

    /** The service refused the access token, not the request. */
    private static function isOfToken(SluiceException $error): bool
    {
        return $error->status === self::UNAUTHORIZED
            || ($error->status === self::FORBIDDEN && preg_match('/\btoken\b/i', $error->getMessage()) === 1);
    }
}
