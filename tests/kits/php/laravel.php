<?php

/**
 * The Laravel package in an application of a few parts of Laravel: container, events, cache, router.
 *
 *     php laravel.php <folder of the package> <folder to keep things in> <what to do, as JSON>
 */
declare(strict_types=1);

use Illuminate\Cache\CacheManager;
use Illuminate\Config\Repository;
use Illuminate\Container\Container;
use Illuminate\Contracts\Encryption\StringEncrypter;
use Illuminate\Contracts\Events\Dispatcher as EventsContract;
use Illuminate\Encryption\Encrypter;
use Illuminate\Events\Dispatcher;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Http\Request;
use Illuminate\Routing\Router;
use Illuminate\Support\Facades\Facade;
use Sluice\Laravel\SluiceServiceProvider;

// Debian's Illuminate is older than its PHP.
error_reporting(E_ALL & ~E_DEPRECATED);
foreach (['Illuminate/Routing', 'Illuminate/Events', 'Illuminate/Cache', 'Illuminate/Config', 'Illuminate/Encryption', 'Illuminate/Filesystem', 'Dotenv'] as $part) {
    require "$part/autoload.php";
}
[, $package, $kept, $given] = $argv;
$given = json_decode($given, true, 512, JSON_THROW_ON_ERROR);
require __DIR__.'/../../../sdk/php/autoload.php';
spl_autoload_register(static function (string $class) use ($package): void {
    $file = $package.'src/'.strtr(substr($class, strlen('Sluice\\Laravel\\')), '\\', '/').'.php';
    if (str_starts_with($class, 'Sluice\\Laravel\\') && is_file($file)) {
        require $file;
    }
});

final class Application extends Container
{
    /** @var list<string> */
    public static array $reported = [];

    public function runningInConsole(): bool
    {
        return false;
    }
}

/** @param array<string, mixed> $settings what the environment says, and `cache.default` and so on */
function boot(array $settings, string $kept, string $key): Application
{
    foreach ($settings['env'] ?? [] as $name => $value) {
        $_ENV[$name] = $value;
    }
    $app = new Application();
    Container::setInstance($app);
    Facade::clearResolvedInstances();
    Facade::setFacadeApplication($app);
    $app->instance('app', $app);
    $app->alias('app', Illuminate\Contracts\Container\Container::class);
    $app->instance('config', new Repository(['cache' => [
        'default' => 'file',
        'prefix' => '',
        'stores' => ['file' => ['driver' => 'file', 'path' => "$kept/cache"], 'other' => ['driver' => 'file', 'path' => "$kept/other"]],
    ]]));
    $app->instance('files', new Filesystem());
    $app->instance('events', new Dispatcher($app));
    $app->alias('events', EventsContract::class);
    $app->singleton('cache', static fn ($app) => new CacheManager($app));
    $app->instance(StringEncrypter::class, new Encrypter(str_pad($key, 32, '.'), 'AES-256-CBC'));
    $app->instance('router', new Router($app['events'], $app));
    $app->alias('router', Illuminate\Contracts\Routing\Registrar::class);
    $provider = new SluiceServiceProvider($app);
    $provider->register();
    foreach ($settings['config'] ?? [] as $name => $value) {
        $app['config']->set($name, $value);
    }
    $provider->boot();
    $app['router']->getRoutes()->refreshNameLookups();

    return $app;
}

/** What Laravel answers: an exception becomes a 500. */
function send(Application $app, string $path, string $body, array $headers): array
{
    $request = Request::create($path, 'POST', content: $body);
    $request->headers->add($headers);
    $app->instance(Request::class, $request);
    try {
        $response = $app['router']->dispatch($request);

        return [$response->getStatusCode(), $response->getContent()];
    } catch (Symfony\Component\HttpKernel\Exception\HttpExceptionInterface $error) {
        return [$error->getStatusCode(), get_class($error)];
    } catch (Exception $error) {
        return [500, $error->getMessage()];
    }
}

/** Sends webhooks one after another. `listener` says what happens inside the first listener: it `fails`, or the same arrives `again`. */
function receive(Application $app, array $given): array
{
    $log = [];
    $now = null;
    $app['events']->listen(Sluice\Laravel\WebhookReceived::class, static function ($webhook) use ($app, &$log, &$now): void {
        $log[] = 'WebhookReceived '.unserialize(serialize($webhook))->event->id;
        if (($now['listener'] ?? null) === 'fails') {
            throw new RuntimeException('The listener failed.');
        }
        if (($now['listener'] ?? null) === 'again') {
            $log[] = send($app, $now['path'], $now['body'], $now['headers'])[0];
        }
    });
    $app['events']->listen('sluice.*', static function (string $name, array $payload) use (&$log): void {
        $log[] = "$name {$payload[0]->id} {$payload[0]->data->amount} {$payload[0]->data->custom}";
    });
    $answers = [];
    foreach ($given['webhooks'] as $now) {
        $answers[] = send($app, $now['path'], $now['body'], $now['headers']);
    }

    return ['answers' => $answers, 'log' => $log];
}

/** Calls a token store: `['get', 'a']`, `['put', 'a', 'token', 60]`. */
function tokens(Application $app, array $given): array
{
    $store = $app->make(Sluice\Laravel\CacheTokenStore::class);

    return array_map(static fn (array $call) => $store->{$call[0]}(...array_slice($call, 1)), $given['calls']);
}

/** Asks the container for what an application asks it for. */
function clients(Application $app): array
{
    $made = [];
    foreach ([Sluice\Merchant::class, Sluice\Partner::class] as $class) {
        try {
            $made[] = $app->make($class) === $app->make($class);
        } catch (LogicException $error) {
            $made[] = $error->getMessage();
        }
    }

    return $made;
}

$app = boot($given['settings'] ?? [], $kept, $given['key'] ?? 'a key');
if (isset($given['shop'])) {
    require __DIR__.'/laravel-shop.php';
}
echo json_encode($given['run']($app, $given), JSON_THROW_ON_ERROR), "\n";
