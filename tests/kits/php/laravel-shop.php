<?php

/** A shop made of the code in the package's README, which `shop` names the files of. Its table of orders is an array. */
declare(strict_types=1);

namespace App\Models {
    final class Order
    {
        public ?string $payment_token = null;
        public mixed $paid_at = null;
        /** @var array<int, self> */
        private static array $rows = [];

        public function __construct(public readonly int $id, public readonly string $total, public readonly string $currency)
        {
            self::$rows[$id] = $this;
        }

        public function __toString(): string
        {
            return (string) $this->id;
        }

        public static function lockForUpdate(): object
        {
            return new class(self::$rows) {
                public function __construct(private array $rows)
                {
                }

                public function find(mixed $id): ?Order
                {
                    return $this->rows[$id] ?? null;
                }
            };
        }

        public function update(array $values): void
        {
            foreach ($values as $name => $value) {
                $this->$name = $value;
            }
        }
    }
}

namespace {
    use App\Http\Controllers\CheckoutController;
    use App\Http\Controllers\RefundController;
    use App\Listeners\MarkOrderPaid;
    use App\Models\Order;
    use Illuminate\Container\Container;
    use Illuminate\Http\Request;
    use Illuminate\Routing\Redirector;
    use Illuminate\Routing\UrlGenerator;
    use Illuminate\Support\Facades\Route;
    use Sluice\Laravel\Sluice;
    use Sluice\Model\Event;
    use Sluice\Webhook;

    function route(string $name, mixed $given = []): string
    {
        return Container::getInstance()->make('url')->route($name, $given);
    }

    function redirect(): Redirector
    {
        return new Redirector(Container::getInstance()->make('url'));
    }

    function now(): DateTimeImmutable
    {
        return new DateTimeImmutable();
    }

    function report(Throwable $error): void
    {
        Application::$reported[] = $error->getMessage();
    }

    /** The customer goes to the checkout. @return array{string, string} where the payment is made, and its token */
    function checkOut(Application $app, array $given): array
    {
        open($app, $given);
        $order = new Order(7, '24.90', 'EUR');
        $response = $app->call($app->make(CheckoutController::class), ['order' => $order]);

        return [$response->getTargetUrl(), $order->payment_token];
    }

    /**
     * The webhook of the payment arrives: for orders that it does not pay, and twice for the one that it does. Then it is refunded.
     *
     * @return array{answers: list<int>, paid: list<bool>, reported: list<string>, backTo: string, status: string}
     */
    function payAndRefund(Application $app, array $given): array
    {
        open($app, $given);
        $app['events']->listen('sluice.payment.paid', MarkOrderPaid::class);
        $event = paidEvent($given['token']);
        $answers = $paid = [];
        foreach ([['92.40', 'EUR'], ['24.90', 'USD'], ['24.90', 'EUR']] as $n => [$total, $currency]) {
            $order = new Order(7, $total, $currency);
            $body = json_encode(['id' => "evt_$n"] + $event->toArray());
            $answers[] = send($app, '/sluice/webhook', $body, Webhook::sign($body, "evt_$n", $given['secret']))[0];
            $answers[] = send($app, '/sluice/webhook', $body, Webhook::sign($body, "evt_$n", $given['secret']))[0];
            $paid[] = $order->paid_at !== null && $order->payment_token === $given['token'];
        }
        $response = (new RefundController())($order);

        return [
            'answers' => $answers,
            'paid' => $paid,
            'reported' => Application::$reported,
            'backTo' => $response->getTargetUrl(),
            'status' => Sluice::merchant()->payments->get($given['token'])->status,
        ];
    }

    function open(Application $app, array $given): void
    {
        foreach ($given['shop'] as $file) {
            require $file;
        }
        Route::get('/orders/{order}', static fn () => '')->name('orders.show');
        $app['router']->getRoutes()->refreshNameLookups();
        $app->instance('url', new UrlGenerator($app['router']->getRoutes(), Request::create('https://shop.example')));
        $app->instance('db', new class {
            public function transaction(Closure $work): mixed
            {
                return $work();
            }
        });
    }

    function paidEvent(string $token): Event
    {
        foreach (Sluice::merchant()->events->follow() as $event) {
            if ($event->type === 'payment.paid' && $event->data->token === $token) {
                return $event;
            }
        }
    }
}
