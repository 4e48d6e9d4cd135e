<?php

declare(strict_types=1);

namespace Sluice\Http;

use Sluice\Exception\ConnectionException;

/** Sends one request, once. It must follow no redirect: the keys are for the service only. */
interface Transport
{
    /**
     * @param array<string, string> $headers
     *
     * @throws ConnectionException if no answer arrived
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): Response;
}
