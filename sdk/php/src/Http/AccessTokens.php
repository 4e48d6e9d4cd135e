<?php

declare(strict_types=1);

namespace Sluice\Http;

use Sluice\Model\AccessToken;
use Sluice\Options;
use Sluice\TokenStore;

/** @internal The access token of interface A: requested once for all calls, and again before it expires. */
final class AccessTokens
{
    /** A token that expires sooner could expire on its way. */
    private const MARGIN_SECONDS = 30;

    private readonly TokenStore $store;
    private readonly string $name;

    public function __construct(private readonly Http $http, private readonly Options $options)
    {
        $this->store = $options->tokens ?? new MemoryTokenStore();
        // Another secret, or another service, is another token.
        $keys = implode("\n", [$options->baseUrl, $options->clientId, $options->clientSecret]);
        $this->name = 'sluice_'.substr(hash('sha256', $keys), 0, 32);
    }

    public function current(): string
    {
        return $this->store->get($this->name) ?? $this->request();
    }

    /** After the service has refused it. */
    public function drop(): void
    {
        $this->store->drop($this->name);
    }

    private function request(): string
    {
        $body = Json::encode(['client_id' => $this->options->clientId, 'secret_id' => $this->options->clientSecret]);
        $answer = $this->http->json(new Request('POST', '/authentication/token', body: $body), null);
        $made = AccessToken::from($answer['data'] ?? []);
        if ($made->expire_time > self::MARGIN_SECONDS) {
            $this->store->put($this->name, $made->access_token, $made->expire_time - self::MARGIN_SECONDS);
        }

        return $made->access_token;
    }
}
