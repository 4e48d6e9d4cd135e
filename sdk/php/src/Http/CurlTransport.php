<?php

declare(strict_types=1);

namespace Sluice\Http;

use Sluice\Exception\ConnectionException;
use Sluice\Exception\TimeoutException;

/** Sends requests with PHP's own curl: for projects without an HTTP client. */
final class CurlTransport implements Transport
{
    private ?\CurlHandle $handle = null;

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): Response
    {
        // One handle keeps its connection open between requests.
        $handle = $this->handle ??= curl_init();
        curl_reset($handle);
        $seen = [];
        curl_setopt_array($handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) round($timeoutSeconds * 1000)),
            CURLOPT_NOSIGNAL => true,
            // Without `Expect`, a large body is sent at once.
            CURLOPT_HTTPHEADER => ['Expect:', ...array_map(static fn ($name, $value) => "$name: $value", array_keys($headers), $headers)],
            CURLOPT_HEADERFUNCTION => static function (mixed $_, string $line) use (&$seen): int {
                // The lines of an earlier response, such as 100, are not those of the answer.
                if (str_starts_with($line, 'HTTP/')) {
                    $seen = [];
                }
                [$name, $value] = explode(':', $line, 2) + [1 => null];
                if ($value !== null) {
                    $seen[strtolower(trim($name))] = trim($value);
                }

                return \strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
        }
        $text = curl_exec($handle);
        if (!\is_string($text)) {
            $what = "$method ".parse_url($url, PHP_URL_PATH);
            throw curl_errno($handle) === CURLE_OPERATION_TIMEDOUT
                ? new TimeoutException("$what was not answered in time.")
                : new ConnectionException("$what was not answered: ".curl_error($handle));
        }

        return new Response(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $seen, $text);
    }
}
