<?php

declare(strict_types=1);

namespace Sluice\Laravel;

use Illuminate\Contracts\Cache\Lock;
use Illuminate\Contracts\Cache\LockProvider;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Sluice\Exception\WebhookVerificationException;
use Sluice\Webhook;

/** Receives webhooks: verifies each, and hands it to the listeners, who have it done when this answers 204. */
final class WebhookController
{
    /** Longer than the service retries, which is three days. */
    private const REMEMBERED_SECONDS = 7 * 86_400;
    /** For listeners that take longer, another attempt may run beside. */
    private const LOCKED_SECONDS = 120;

    /** @param list<string> $secrets */
    public function __construct(
        private readonly Dispatcher $events,
        private readonly Repository $cache,
        #[\SensitiveParameter]
        private readonly array $secrets,
    ) {
    }

    public function __invoke(Request $request): Response
    {
        if ($this->secrets === []) {
            throw new \LogicException('sluice.webhook.secret is not configured.');
        }
        try {
            $event = Webhook::verify($request->getContent(), $request->headers->all(), $this->secrets);
        } catch (WebhookVerificationException) {
            return new Response('', 400);
        }

        $handled = "sluice_handled_$event->id";
        $lock = $this->lock($event->id);
        if ($lock !== null && !$lock->get()) {
            // Another attempt is at it, and may still fail: come again.
            return new Response('', 503);
        }
        try {
            if (!$this->cache->has($handled)) {
                $this->events->dispatch(new WebhookReceived($event));
                $this->events->dispatch("sluice.$event->type", [$event]);
                // Only now: what a listener could not do comes again.
                $this->cache->put($handled, true, self::REMEMBERED_SECONDS);
            }
        } finally {
            $lock?->release();
        }

        return new Response('', 204);
    }

    /** @return Lock|null null if this cache has none */
    private function lock(string $id): ?Lock
    {
        $store = $this->cache->getStore();

        return $store instanceof LockProvider ? $store->lock("sluice_lock_$id", self::LOCKED_SECONDS) : null;
    }
}
