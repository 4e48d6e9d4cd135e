<?php

declare(strict_types=1);

namespace Sluice\Http;

/** @internal Finds what can send requests. */
final class Transports
{
    public static function find(): Transport
    {
        if (\defined('GuzzleHttp\ClientInterface::MAJOR_VERSION')) {
            return new GuzzleTransport(new \GuzzleHttp\Client());
        }
        if (\extension_loaded('curl')) {
            return new CurlTransport();
        }

        throw new \LogicException('There is no HTTP client: install guzzlehttp/guzzle or ext-curl, or give a transport.');
    }
}
