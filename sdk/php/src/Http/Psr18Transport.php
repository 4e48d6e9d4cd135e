<?php

declare(strict_types=1);

namespace Sluice\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Sluice\Exception\ConnectionException;

/**
 * Sends requests with any HTTP client of PSR-18. Such a client has its own time-out, which should be above the 30 seconds that
 * requests for events may wait; the `timeoutSeconds` of the library does not reach it.
 */
final class Psr18Transport implements Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): Response
    {
        $request = $this->requests->createRequest($method, $url);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body !== null) {
            $request = $request->withBody($this->streams->createStream($body));
        }
        try {
            $response = $this->client->sendRequest($request);
            $text = (string) $response->getBody();
        } catch (ClientExceptionInterface|\RuntimeException $cause) {
            throw new ConnectionException("$method ".parse_url($url, PHP_URL_PATH).' was not answered.', 0, $cause);
        }
        $names = array_keys($response->getHeaders());
        $lines = array_map(static fn ($name) => $response->getHeaderLine((string) $name), $names);
        $lower = array_map(static fn ($name) => strtolower((string) $name), $names);

        return new Response($response->getStatusCode(), array_combine($lower, $lines), $text);
    }
}
