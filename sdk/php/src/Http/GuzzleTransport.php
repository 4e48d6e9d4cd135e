<?php

declare(strict_types=1);

namespace Sluice\Http;

use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;
use Sluice\Exception\ConnectionException;
use Sluice\Exception\TimeoutException;

/** Sends requests with Guzzle, each with its own time-out. */
final class GuzzleTransport implements Transport
{
    private const TIMED_OUT = 28;

    public function __construct(private readonly ClientInterface $client)
    {
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): Response
    {
        $options = ['headers' => $headers, 'timeout' => $timeoutSeconds, 'allow_redirects' => false, 'http_errors' => false];
        if ($body !== null) {
            $options['body'] = $body;
        }
        try {
            $response = $this->client->request($method, $url, $options);
            $text = (string) $response->getBody();
        } catch (GuzzleException|\RuntimeException $cause) {
            $isLate = $cause instanceof ConnectException && ($cause->getHandlerContext()['errno'] ?? 0) === self::TIMED_OUT;
            $what = "$method ".parse_url($url, PHP_URL_PATH);
            throw $isLate
                ? new TimeoutException("$what was not answered in time.", 0, $cause)
                : new ConnectionException("$what was not answered.", 0, $cause);
        }
        $lines = array_map(static fn (array $values) => implode(', ', $values), $response->getHeaders());

        return new Response($response->getStatusCode(), array_change_key_case($lines), $text);
    }
}
