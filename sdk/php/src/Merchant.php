<?php

declare(strict_types=1);

namespace Sluice;

use Sluice\Http\AccessTokens;
use Sluice\Http\Http;
use Sluice\Merchant\Calls;
use Sluice\Merchant\Events;
use Sluice\Merchant\Payments;
use Sluice\Merchant\Webhooks;

/** Interface A: payments of a shop. A client for one key pair, and so for one shop in one mode. */
final class Merchant
{
    private const BASE = '/pay/api/v1';

    public readonly Payments $payments;
    public readonly Events $events;
    public readonly Webhooks $webhooks;
    private readonly AccessTokens $tokens;

    public function __construct(Options $options)
    {
        $http = new Http(self::BASE, $options);
        $this->tokens = new AccessTokens($http, $options);
        $calls = new Calls($http, $this->tokens);
        $this->payments = new Payments($calls, $http, $options);
        $this->events = new Events($calls);
        $this->webhooks = new Webhooks($calls);
    }

    /** For requests that this library does not have. It is renewed before it expires. */
    public function accessToken(): string
    {
        return $this->tokens->current();
    }
}
