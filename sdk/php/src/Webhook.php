<?php

declare(strict_types=1);

namespace Sluice;

use Sluice\Exception\WebhookVerificationException;
use Sluice\Http\Json;
use Sluice\Model\Event;

/**
 * Verifies webhooks as Standard Webhooks describes them, and the extra header that older plugins expect. Always verify the body
 * as it arrived, which `file_get_contents('php://input')` returns: parsed and written again it is another one.
 */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    private const PREFIX = 'whsec_';
    private const VERSION = 'v1';

    /**
     * Checks signature and age, and returns the event.
     *
     * @param array<array-key, mixed> $headers `getallheaders()`, `$_SERVER`, or the headers of a PSR-7 request
     * @param string|list<string>     $secret  `whsec_…`, or several while one is being rotated
     * @param int|null                $now     the present time in Unix seconds, for tests
     *
     * @throws WebhookVerificationException
     */
    public static function verify(
        string $payload,
        array $headers,
        #[\SensitiveParameter]
        string|array $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): Event {
        self::check($payload, $headers, $secret, $toleranceSeconds, $now);
        try {
            return Event::from((array) Json::decode($payload));
        } catch (\JsonException|\UnexpectedValueException|\TypeError $cause) {
            throw new WebhookVerificationException('The body is not an event.', 0, $cause);
        }
    }

    /**
     * Checks signature and age of a webhook in any format: `verify` without reading its body.
     *
     * @param array<array-key, mixed> $headers
     * @param string|list<string>     $secret
     *
     * @throws WebhookVerificationException
     */
    public static function check(
        string $payload,
        array $headers,
        #[\SensitiveParameter]
        string|array $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): void {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $signatures = self::header($headers, 'webhook-signature');
        if ($id === null || $timestamp === null || $signatures === null) {
            throw new WebhookVerificationException('The headers of a webhook are missing.');
        }
        // What is no number is refused too.
        $seconds = preg_match('/^\d{1,12}$/D', $timestamp) === 1 ? (int) $timestamp : null;
        if ($seconds === null || abs(($now ?? time()) - $seconds) > $toleranceSeconds) {
            throw new WebhookVerificationException('The webhook is too old, or its clock is wrong.');
        }
        if (!self::isSigned("$id.$timestamp.$payload", $signatures, (array) $secret)) {
            throw new WebhookVerificationException('No signature matches.');
        }
    }

    /**
     * Signs a body as the service does, for tests of your own receiver.
     *
     * @return array<string, string> the headers
     */
    public static function sign(
        string $payload,
        string $id,
        #[\SensitiveParameter]
        string $secret,
        ?int $timestamp = null,
    ): array {
        $timestamp ??= time();
        $signature = base64_encode(hash_hmac('sha256', "$id.$timestamp.$payload", self::key($secret), true));

        return [
            'webhook-id' => $id,
            'webhook-timestamp' => (string) $timestamp,
            'webhook-signature' => self::VERSION.','.$signature,
        ];
    }

    /**
     * The extra header that an endpoint may have: the hex HMAC-SHA256 of the body, keyed with the endpoint's second secret. It says
     * nothing about the age of the webhook.
     */
    public static function isHexSigned(string $payload, string $signature, #[\SensitiveParameter] string $secret): bool
    {
        return hash_equals(hash_hmac('sha256', $payload, $secret), strtolower(trim($signature)));
    }

    /**
     * Every pair is compared, each in constant time.
     *
     * @param list<string> $secrets
     */
    private static function isSigned(string $signed, string $header, #[\SensitiveParameter] array $secrets): bool
    {
        $isFound = false;
        foreach ($secrets as $secret) {
            $expected = hash_hmac('sha256', $signed, self::key($secret), true);
            foreach (explode(' ', $header) as $one) {
                [$scheme, $signature] = explode(',', $one, 2) + ['', ''];
                $given = $scheme === self::VERSION ? base64_decode($signature, true) : false;
                if ($given !== false && hash_equals($expected, $given)) {
                    $isFound = true;
                }
            }
        }

        return $isFound;
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $encoded = str_starts_with($secret, self::PREFIX) ? substr($secret, \strlen(self::PREFIX)) : $secret;
        $key = base64_decode($encoded, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A signing secret is whsec_ and base64.');
        }

        return $key;
    }

    /** @param array<array-key, mixed> $headers */
    private static function header(array $headers, string $name): ?string
    {
        $names = [$name, 'http_'.strtr($name, '-', '_')];
        foreach ($headers as $key => $value) {
            if (\in_array(strtolower((string) $key), $names, true)) {
                $one = \is_array($value) ? $value[0] ?? null : $value;

                return \is_string($one) && $one !== '' ? $one : null;
            }
        }

        return null;
    }
}
