<?php

declare(strict_types=1);

// For projects without Composer: finds the classes of the library.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Sluice\\')) {
        $file = __DIR__.'/src/'.strtr(substr($class, 7), '\\', '/').'.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
