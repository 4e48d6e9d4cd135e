<?php

declare(strict_types=1);

use Illuminate\Support\Facades\Config;
use Illuminate\Support\Facades\Route;
use Sluice\Laravel\WebhookController;

// Outside the group "web": no session is started, and no CSRF token expected.
Route::post(Config::get('sluice.webhook.path'), WebhookController::class)->name('sluice.webhook');
