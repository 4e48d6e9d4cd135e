<?php

declare(strict_types=1);

namespace Sluice;

use Sluice\Http\Transport;

/** What a client is made with. */
final class Options
{
    /** @var \Closure(int): void */
    public readonly \Closure $pause;

    /**
     * @param string         $baseUrl        the origin of the service, such as `https://pay.example.com`
     * @param string         $clientId       the client ID of a key pair: `pk_test_…` or `pk_live_…`
     * @param string         $clientSecret   its secret: `sk_test_…` or `sk_live_…`
     * @param float          $timeoutSeconds how long one attempt may take, apart from the `wait` of events
     * @param int            $retriesMax     how often a request is sent again
     * @param Transport|null $transport      sends the requests; without one, the HTTP client that is installed
     * @param TokenStore|null $tokens        keeps access tokens of interface A; without one, as long as the client lives
     * @param (\Closure(array{method: string, path: string, status: int, requestId: string|null}): void)|null $onResponse called with every answer, for logs
     * @param (\Closure(int): void)|null $pause waits for milliseconds; to be replaced in tests
     */
    public function __construct(
        public readonly string $baseUrl,
        public readonly string $clientId,
        #[\SensitiveParameter]
        public readonly string $clientSecret,
        public readonly float $timeoutSeconds = 30.0,
        public readonly int $retriesMax = 3,
        public readonly ?Transport $transport = null,
        public readonly ?TokenStore $tokens = null,
        public readonly ?\Closure $onResponse = null,
        ?\Closure $pause = null,
    ) {
        foreach (['baseUrl', 'clientId', 'clientSecret'] as $name) {
            if ($this->$name === '') {
                throw new \InvalidArgumentException("$name is missing");
            }
        }
        $this->pause = $pause ?? static function (int $ms): void {
            usleep($ms * 1000);
        };
    }

    /** @return array<string, mixed> without the secret */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'clientId' => $this->clientId];
    }
}
