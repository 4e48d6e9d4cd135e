<?php

declare(strict_types=1);

namespace Sluice\Laravel;

use Sluice\Model\Event;

/** A webhook whose signature was verified. The same one may arrive again: what listens must be idempotent. */
final class WebhookReceived
{
    public function __construct(public readonly Event $event)
    {
    }
}
