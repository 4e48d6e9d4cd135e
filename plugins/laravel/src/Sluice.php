<?php

declare(strict_types=1);

namespace Sluice\Laravel;

use Illuminate\Support\Facades\Facade;
use Sluice\Merchant;
use Sluice\Partner;

/** The clients, where they cannot be injected: `Sluice::merchant()->payments->get($token)`. */
final class Sluice extends Facade
{
    public static function merchant(): Merchant
    {
        return self::getFacadeApplication()->make(Merchant::class);
    }

    public static function partner(): Partner
    {
        return self::getFacadeApplication()->make(Partner::class);
    }
}
