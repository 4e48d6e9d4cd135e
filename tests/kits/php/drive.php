<?php

declare(strict_types=1);

/**
 * Calls the PHP library for `tests/kits`: one call a line on standard input, as JSON, and its outcome a line on standard output. First
 * it says which calls it has.
 */

use Sluice\Exception\ConnectionException;
use Sluice\Exception\SluiceException;
use Sluice\Exception\WebhookVerificationException;
use Sluice\Http\CurlTransport;
use Sluice\Http\GuzzleTransport;
use Sluice\Http\Json;
use Sluice\Http\Psr18Transport;
use Sluice\Merchant;
use Sluice\Model\Model;
use Sluice\Options;
use Sluice\Page;
use Sluice\Partner;
use Sluice\RequestOptions;
use Sluice\Webhook;

require __DIR__.'/../../../sdk/php/autoload.php';

set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

$env = static fn (string $name): string => getenv($name) ?: '';
$debian = '/usr/share/php';
$transport = match ($env('KIT_TRANSPORT')) {
    '', 'curl' => new CurlTransport(),
    'guzzle' => (static function () use ($debian): GuzzleTransport {
        require_once "$debian/GuzzleHttp/autoload.php";

        return new GuzzleTransport(new GuzzleHttp\Client());
    })(),
    'psr-18' => (static function () use ($debian): Psr18Transport {
        require_once "$debian/GuzzleHttp/autoload.php";
        require_once "$debian/Nyholm/Psr7/autoload.php";
        $factory = new Nyholm\Psr7\Factory\Psr17Factory();

        return new Psr18Transport(new GuzzleHttp\Client(), $factory, $factory);
    })(),
};
$waits = 0;
$pause = static function (int $ms) use (&$waits): void {
    ++$waits;
};
$options = static fn (string $of): Options => new Options(
    baseUrl: $env('SLUICE_URL'),
    clientId: $env("{$of}_CLIENT_ID"),
    clientSecret: $env("{$of}_CLIENT_SECRET"),
    transport: $transport,
    pause: $pause,
);
$shop = new Merchant($options('SHOP'));
$test = new Partner($options('COMPANY'));
$live = new Partner($options('COMPANY_LIVE'));

/** An answer by its properties, as its reader sees it. */
$shown = static function (mixed $value) use (&$shown): mixed {
    if ($value instanceof Model || $value instanceof Page) {
        $value = get_object_vars($value);
    }

    return is_array($value) ? array_map($shown, $value) : $value;
};

/** @return list<mixed> */
$some = static function (iterable $items, int $count): array {
    $taken = [];
    foreach ($items as $item) {
        $taken[] = $item;
        if (count($taken) === $count) {
            break;
        }
    }

    return $taken;
};

/** The method of each operation: path, query and body are those of the request. */
$calls = [
    'createAccessToken' => static fn () => $shop->accessToken(),
    'createPayment' => static fn ($p, $q, $b) => $shop->payments->create($b),
    'getPayment' => static fn ($p) => $shop->payments->get($p['token']),
    'getPaymentByQuery' => static fn ($p, $q) => $shop->payments->find($q),
    'getPaymentByKeys' => static fn ($p, $q, $b) => $shop->payments->getByKeys($b['token']),
    'refundPayment' => static fn ($p, $q, $b) => $shop->payments->refund($b),
    'capturePayment' => static fn ($p, $q, $b) => $shop->payments->capture($b),
    'cancelPayment' => static fn ($p, $q, $b) => $shop->payments->cancel($b['token']),
    'listMerchantEvents' => static fn ($p, $q) => $shop->events->list($q),
    'listMerchantWebhookEndpoints' => static fn () => $shop->webhooks->list(),
    'resendMerchantWebhooks' => static fn ($p, $q, $b) => $shop->webhooks->resend($p['id'], $b),

    'createOrder' => static fn ($p, $q, $b, $to) => $to->orders->create($b),
    'createManyOrders' => static fn ($p, $q, $b, $to) => ['results' => $to->orders->createMany($b['orders'])],
    'listOrders' => static fn ($p, $q, $b, $to) => $to->orders->list($q),
    'getOrder' => static fn ($p, $q, $b, $to) => $to->orders->get($p['ref']),
    'confirmOrderPayment' => static fn ($p, $q, $b, $to) => $to->orders->confirmPayment($p['ref']),
    'cancelOrder' => static fn ($p, $q, $b, $to) => $to->orders->cancel($p['ref']),
    'captureOrder' => static fn ($p, $q, $b, $to) => $to->orders->capture($p['ref'], $b),
    'refundOrder' => static fn ($p, $q, $b, $to) => $to->orders->refund($p['ref'], $b),
    'reverseOrder' => static fn ($p, $q, $b, $to) => $to->orders->reverse($p['ref'], $b),
    'holdOrder' => static fn ($p, $q, $b, $to) => $to->orders->hold($p['ref'], $b),
    'releaseOrder' => static fn ($p, $q, $b, $to) => $to->orders->release($p['ref']),
    'assignSplit' => static fn ($p, $q, $b, $to) => $to->orders->assignSplit($p['ref'], $p['n'], $b),
    'holdManyOrders' => static fn ($p, $q, $b, $to) => ['results' => $to->orders->holdMany($b)],
    'releaseManyOrders' => static fn ($p, $q, $b, $to) => ['results' => $to->orders->releaseMany($b)],
    'assignManySplits' => static fn ($p, $q, $b, $to) => ['results' => $to->orders->assignMany($b)],
    'listBeneficiaries' => static fn ($p, $q, $b, $to) => $to->beneficiaries->list(),
    'endBeneficiary' => static fn ($p, $q, $b, $to) => $to->beneficiaries->end($p['id']),
    'widenBeneficiary' => static fn ($p, $q, $b, $to) => $to->beneficiaries->widen($p['id']),
    'createInvitation' => static fn ($p, $q, $b, $to) => $to->invitations->create($b),
    'listInvitations' => static fn ($p, $q, $b, $to) => $to->invitations->list($q),
    'getInvitation' => static fn ($p, $q, $b, $to) => $to->invitations->get($p['id']),
    'revokeInvitation' => static fn ($p, $q, $b, $to) => $to->invitations->revoke($p['id']),
    'resendInvitation' => static fn ($p, $q, $b, $to) => $to->invitations->resend($p['id']),
    'listWallets' => static fn ($p, $q, $b, $to) => $to->wallets->list(),
    'createTopUp' => static fn ($p, $q, $b, $to) => $to->wallets->topUp($b),
    'transferCommission' => static fn ($p, $q, $b, $to) => $to->wallets->transfer($b),
    'recordDebtRepaid' => static fn ($p, $q, $b, $to) => $to->debts->recordRepaid($b),
    'writeOffDebt' => static fn ($p, $q, $b, $to) => $to->debts->writeOff($b),
    'listDebtSettlements' => static fn ($p, $q, $b, $to) => $to->debts->settlements($q),
    'listHeldCash' => static fn ($p, $q, $b, $to) => $to->cash->held($q),
    'listCashHandovers' => static fn ($p, $q, $b, $to) => $to->cash->handovers($q),
    'recordCashHandover' => static fn ($p, $q, $b, $to) => $to->cash->record($b),
    'confirmCashHandover' => static fn ($p, $q, $b, $to) => $to->cash->confirm($p['id']),
    'declineCashHandover' => static fn ($p, $q, $b, $to) => $to->cash->decline($p['id']),
    'withdrawCashHandover' => static fn ($p, $q, $b, $to) => $to->cash->withdraw($p['id']),
    'transferCash' => static fn ($p, $q, $b, $to) => $to->cash->transfer($b),
    'getCashSettings' => static fn ($p, $q, $b, $to) => $to->cash->settings(),
    'updateCashSettings' => static fn ($p, $q, $b, $to) => $to->cash->updateSettings($b),
    'createSettlement' => static fn ($p, $q, $b, $to) => $to->settlements->create($b),
    'listSettlements' => static fn ($p, $q, $b, $to) => $to->settlements->list($q),
    'getSettlement' => static fn ($p, $q, $b, $to) => $to->settlements->get($p['id'], $q),
    'getSettlementStatementCsv' => static fn ($p, $q, $b, $to) => $to->settlements->statementCsv($p['id']),
    'getSettlementStatementPage' => static fn ($p, $q, $b, $to) => $to->settlements->statementHtml($p['id']),
    'getSettlementSchedule' => static fn ($p, $q, $b, $to) => $to->settlements->schedule(),
    'updateSettlementSchedule' => static fn ($p, $q, $b, $to) => $to->settlements->updateSchedule($b),
    'listShadowBalances' => static fn ($p, $q, $b, $to) => $to->shadow->list($q),
    'getShadowBalancesCsv' => static fn ($p, $q, $b, $to) => $to->shadow->csv($q),
    'getRestaurant' => static fn ($p, $q, $b, $to) => $to->shadow->get($p['ref'], $q),
    'recordPaidOutside' => static fn ($p, $q, $b, $to) => $to->shadow->recordPaidOutside($b),
    'nameRestaurant' => static fn ($p, $q, $b, $to) => $to->shadow->name($b),
    'inviteRestaurant' => static fn ($p, $q, $b, $to) => $to->shadow->invite($p['ref'], $b),
    'claimShadowOrders' => static fn ($p, $q, $b, $to) => $to->shadow->claim($p['ref'], $b),
    'getStatement' => static fn ($p, $q, $b, $to) => $to->statements->get($p['month'], $q),
    'getStatementCsv' => static fn ($p, $q, $b, $to) => $to->statements->csv($p['month'], $q),
    'getStatementPage' => static fn ($p, $q, $b, $to) => $to->statements->html($p['month'], $q),
    'listPayouts' => static fn ($p, $q, $b, $to) => $to->payouts->list($q),
    'createPayout' => static fn ($p, $q, $b, $to) => $to->payouts->create($b),
    'getPayout' => static fn ($p, $q, $b, $to) => $to->payouts->get($p['id']),
    'cancelPayout' => static fn ($p, $q, $b, $to) => $to->payouts->cancel($p['id']),
    'listPayoutSchedules' => static fn ($p, $q, $b, $to) => $to->payouts->schedules(),
    'setPayoutSchedule' => static fn ($p, $q, $b, $to) => $to->payouts->setSchedule($b),
    'listBankAccounts' => static fn ($p, $q, $b, $to) => $to->payouts->bankAccounts(),
    'getTestClock' => static fn ($p, $q, $b, $to) => $to->test->clock(),
    'advanceTestClock' => static fn ($p, $q, $b, $to) => $to->test->advanceClock($b),
    'drainTestWork' => static fn ($p, $q, $b, $to) => $to->test->drain(),
    'listEvents' => static fn ($p, $q, $b, $to) => $to->events->list($q),
    'listWebhookEndpoints' => static fn ($p, $q, $b, $to) => $to->webhooks->list(),
    'createWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->create($b),
    'getWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->get($p['id']),
    'updateWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->update($p['id'], $b),
    'deleteWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->delete($p['id']),
    'rotateWebhookSecret' => static fn ($p, $q, $b, $to) => $to->webhooks->rotateSecret($p['id'], $b),
    'pauseWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->pause($p['id']),
    'resumeWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->resume($p['id']),
    'testWebhookEndpoint' => static fn ($p, $q, $b, $to) => $to->webhooks->sendTest($p['id']),
    'listWebhookDeliveries' => static fn ($p, $q, $b, $to) => $to->webhooks->deliveries($p['id'], $q),
    'getWebhookDelivery' => static fn ($p, $q, $b, $to) => $to->webhooks->delivery($p['id'], $p['event_id']),
    'resendWebhook' => static fn ($p, $q, $b, $to) => $to->webhooks->resend($p['id'], $p['event_id']),
    'resendWebhooks' => static fn ($p, $q, $b, $to) => $to->webhooks->resendMany($p['id'], $b),
];

/** What is more than one operation, or none. */
$more = [
    'allOrders' => static fn ($p, $q) => iterator_to_array($test->orders->all($q), false),
    'allEvents' => static fn ($p, $q) => iterator_to_array($test->events->all($q), false),
    'allPayments' => static fn ($p, $q) => iterator_to_array($shop->events->all($q), false),
    'allDeliveries' => static fn ($p, $q) => iterator_to_array($test->webhooks->allDeliveries($p['id'], $q), false),
    'followEvents' => static fn ($p, $q) => $some($test->events->follow($q), $p['count']),
    'topUpOnce' => static fn ($p, $q, $b) => $test->wallets->topUp($b, new RequestOptions(idempotencyKey: $p['key'])),
    'topUpFloat' => static fn () => $test->wallets->topUp(['amount' => 0.1 + 0.2, 'currency' => 'float']),
    'checkWebhook' => static fn ($p, $q, $b) => Webhook::check($b['payload'], $b['headers'], $b['secret'], now: $b['now']),
    'verifyWebhook' => static fn ($p, $q, $b) => Webhook::verify($b['payload'], $b['headers'], $b['secret'], now: $b['now'] ?? null),
    'signWebhook' => static fn ($p, $q, $b) => Webhook::sign($b['payload'], $b['id'], $b['secret'], $b['now']),
    'verifyHexSignature' => static fn ($p, $q, $b) => Webhook::isHexSigned($b['payload'], $b['signature'], $b['secret']),
];

$outcome = static function (array $asked) use ($calls, $more, $test, $live, $shown): array {
    $run = $calls[$asked['id']] ?? $more[$asked['id']];
    $to = ($asked['live'] ?? false) ? $live : $test;
    try {
        return ['answer' => $shown($run($asked['path'] ?? [], $asked['query'] ?? [], $asked['body'] ?? [], $to))];
    } catch (SluiceException $error) {
        $facts = ['status' => $error->status, 'code' => $error->errorCode, 'message' => $error->getMessage()];

        return ['error' => ['name' => 'refused', 'details' => $error->details, 'requestId' => $error->requestId] + $facts];
    } catch (ConnectionException|WebhookVerificationException|InvalidArgumentException $error) {
        $name = match (true) {
            $error instanceof ConnectionException => 'connection',
            $error instanceof WebhookVerificationException => 'webhook',
            default => 'argument',
        };

        return ['error' => ['name' => $name, 'message' => $error->getMessage()]];
    }
};

$say = static function (mixed $value): void {
    fwrite(STDOUT, json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)."\n");
};
$say(['calls' => array_keys($calls)]);
while (($line = fgets(STDIN)) !== false) {
    $waits = 0;
    $done = $outcome(Json::decode($line));
    $say($done + ['waits' => $waits]);
}
