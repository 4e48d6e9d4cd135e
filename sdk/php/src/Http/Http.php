<?php

declare(strict_types=1);

namespace Sluice\Http;

use Sluice\Exception\ConnectionException;
use Sluice\Exception\SluiceException;
use Sluice\Options;
use Sluice\RequestOptions;

/**
 * @internal Sends requests: with a time-out, and again after a network error, a 429 or a 503. All may safely be sent twice: they
 * are reads, or writes with an idempotency key or a ref of their own.
 */
final class Http
{
    private const TOO_MANY = 429;
    private const UNAVAILABLE = 503;
    private const FIRST_DELAY_MS = 250;
    private const DELAY_MS_MAX = 8_000;
    /** A longer `Retry-After` is left to the caller. */
    private const RETRY_AFTER_SECONDS_MAX = 60;

    private readonly string $base;
    private readonly Transport $transport;

    public function __construct(string $base, private readonly Options $options)
    {
        $this->base = rtrim($options->baseUrl, '/').$base;
        $this->transport = $options->transport ?? Transports::find();
    }

    /** @return array<string, mixed> the decoded body */
    public function json(Request $request, ?RequestOptions $own): array
    {
        return self::decoded($this->send($request, $own)->body);
    }

    public function text(Request $request, ?RequestOptions $own): string
    {
        return $this->send($request, $own)->body;
    }

    /** A pause before the next attempt, in milliseconds: random, so that clients do not come back all at once. */
    public static function delayAfter(int $attempt): int
    {
        return random_int(0, min(self::DELAY_MS_MAX, self::FIRST_DELAY_MS * 2 ** min($attempt, 10)));
    }

    private function send(Request $request, ?RequestOptions $own): Response
    {
        $retriesMax = $own?->retriesMax ?? $this->options->retriesMax;
        $key = $own?->idempotencyKey ?? ($request->idempotency === Request::KEY ? self::newKey() : null);
        for ($attempt = 0; ; ++$attempt) {
            try {
                return $this->attempt($request, $own, $key);
            } catch (SluiceException|ConnectionException $error) {
                $delayMs = $attempt >= $retriesMax ? null : self::delayBefore($attempt, $error);
                if ($delayMs === null) {
                    throw $error;
                }
                ($this->options->pause)($delayMs);
            }
        }
    }

    private function attempt(Request $request, ?RequestOptions $own, ?string $key): Response
    {
        $headers = ['accept' => 'application/json'];
        if ($request->body !== null) {
            $headers['content-type'] = 'application/json';
        }
        if ($key !== null) {
            $headers['idempotency-key'] = $key;
        }
        // An answer that was asked to wait is not late before that.
        $timeout = ($own?->timeoutSeconds ?? $this->options->timeoutSeconds) + (float) ($request->query['wait'] ?? 0);
        $url = $this->base.$request->target();
        $response = $this->transport->send($request->method, $url, $headers + $request->headers, $request->body, $timeout);
        if ($this->options->onResponse !== null) {
            ($this->options->onResponse)([
                'method' => $request->method,
                'path' => $request->path,
                'status' => $response->status,
                'requestId' => $response->headers['x-request-id'] ?? null,
            ]);
        }
        if ($response->status < 200 || $response->status > 299) {
            throw self::errorOf($response);
        }

        return $response;
    }

    /** @return int|null null when the request is not sent again */
    private static function delayBefore(int $attempt, SluiceException|ConnectionException $error): ?int
    {
        if ($error instanceof SluiceException) {
            if ($error->status !== self::TOO_MANY && $error->status !== self::UNAVAILABLE) {
                return null;
            }
            $seconds = $error->retryAfterSeconds;
            if ($seconds !== null) {
                return $seconds > self::RETRY_AFTER_SECONDS_MAX ? null : $seconds * 1000;
            }
        }

        return self::delayAfter($attempt);
    }

    /** Reads an error of either interface. A proxy in between may send something else. */
    private static function errorOf(Response $response): SluiceException
    {
        $json = self::decoded($response->body);
        $error = \is_array($json['error'] ?? null) ? $json['error'] : [];
        $message = \is_array($json['message'] ?? null) ? $json['message']['error'][0] ?? null : null;
        $seconds = $response->headers['retry-after'] ?? '';

        return new SluiceException(
            $error['message'] ?? $message ?? "The request was answered {$response->status}.",
            $response->status,
            $error['code'] ?? "http_{$response->status}",
            $error['details'] ?? [],
            $response->headers['x-request-id'] ?? $error['request_id'] ?? null,
            ctype_digit($seconds) ? (int) $seconds : null,
        );
    }

    /** @return array<string, mixed> empty if it is no JSON object */
    private static function decoded(string $text): array
    {
        try {
            $json = Json::decode($text);
        } catch (\JsonException) {
            return [];
        }

        return \is_array($json) ? $json : [];
    }

    /** A random UUID. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = \chr(\ord($bytes[6]) & 0x0F | 0x40);
        $bytes[8] = \chr(\ord($bytes[8]) & 0x3F | 0x80);

        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
