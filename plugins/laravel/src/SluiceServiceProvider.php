<?php

declare(strict_types=1);

namespace Sluice\Laravel;

use Illuminate\Contracts\Cache\Repository;
use Illuminate\Contracts\Container\Container;
use Illuminate\Support\ServiceProvider;
use Sluice\Merchant;
use Sluice\Options;
use Sluice\Partner;

/** Puts the clients into the container, and adds the route of webhooks. Laravel finds it by itself. */
final class SluiceServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__.'/../config/sluice.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'sluice');

        $this->app->singleton(Merchant::class, static fn (Container $app) => new Merchant(self::options($app, 'merchant')));
        $this->app->singleton(Partner::class, static fn (Container $app) => new Partner(self::options($app, 'partner')));

        $cache = static fn (Container $app): Repository => $app->make('cache')->store($app->make('config')->get('sluice.cache'));
        $this->app->when([CacheTokenStore::class, WebhookController::class])->needs(Repository::class)->give($cache);
        $this->app->when(WebhookController::class)->needs('$secrets')
            ->give(static fn (Container $app) => self::secrets($app->make('config')->get('sluice.webhook.secret')));
    }

    public function boot(): void
    {
        if ($this->app->make('config')->get('sluice.webhook.path') !== null) {
            $this->loadRoutesFrom(__DIR__.'/../routes/sluice.php');
        }
        if ($this->app->runningInConsole()) {
            $this->publishes([self::CONFIG => $this->app->configPath('sluice.php')], 'sluice-config');
        }
    }

    /** @param 'merchant'|'partner' $interface */
    private static function options(Container $app, string $interface): Options
    {
        $settings = $app->make('config')->get('sluice');

        return new Options(
            baseUrl: self::needed($settings['url'], 'url'),
            clientId: self::needed($settings[$interface]['client_id'], "$interface.client_id"),
            clientSecret: self::needed($settings[$interface]['client_secret'], "$interface.client_secret"),
            timeoutSeconds: (float) $settings['timeout_seconds'],
            retriesMax: (int) $settings['retries'],
            tokens: $app->make(CacheTokenStore::class),
        );
    }

    private static function needed(?string $value, string $name): string
    {
        return $value ?? throw new \LogicException("sluice.$name is not configured.");
    }

    /** @return list<string> */
    private static function secrets(#[\SensitiveParameter] ?string $configured): array
    {
        return preg_split('/\s+/', $configured ?? '', -1, PREG_SPLIT_NO_EMPTY);
    }
}
