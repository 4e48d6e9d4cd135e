<?php

declare(strict_types=1);

return [
    // The origin of the service, such as https://pay.example.com.
    'url' => env('SLUICE_URL'),

    // The key pair of a shop: pk_test_… or pk_live_…, and its secret.
    'merchant' => [
        'client_id' => env('SLUICE_CLIENT_ID'),
        'client_secret' => env('SLUICE_CLIENT_SECRET'),
    ],

    // The key pair of a company, for a delivery platform.
    'partner' => [
        'client_id' => env('SLUICE_PARTNER_CLIENT_ID'),
        'client_secret' => env('SLUICE_PARTNER_CLIENT_SECRET'),
    ],

    'webhook' => [
        // Where webhooks are received. Null adds no route.
        'path' => env('SLUICE_WEBHOOK_PATH', 'sluice/webhook'),
        // One whsec_… for each endpoint that sends here, and two while one is being rotated: separated by spaces.
        'secret' => env('SLUICE_WEBHOOK_SECRET'),
    ],

    'timeout_seconds' => 30,

    // How often a request is sent again. Fewer than the three of the library, because a customer waits.
    'retries' => 1,

    // The store that keeps access tokens, and which webhooks have been handled. Null is the default one. All servers must share it.
    'cache' => env('SLUICE_CACHE_STORE'),
];
