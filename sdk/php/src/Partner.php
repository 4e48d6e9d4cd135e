<?php

declare(strict_types=1);

namespace Sluice;

use Sluice\Http\Http;
use Sluice\Partner\Beneficiaries;
use Sluice\Partner\Calls;
use Sluice\Partner\Cash;
use Sluice\Partner\Debts;
use Sluice\Partner\Events;
use Sluice\Partner\Invitations;
use Sluice\Partner\Orders;
use Sluice\Partner\Payouts;
use Sluice\Partner\Settlements;
use Sluice\Partner\Shadow;
use Sluice\Partner\Statements;
use Sluice\Partner\Test;
use Sluice\Partner\Wallets;
use Sluice\Partner\Webhooks;

/**
 * Interface B: orders with their splits, settlements, wallets, payouts and webhooks of a company. A client for one key pair, and
 * so for one company in one mode.
 */
final class Partner
{
    private const BASE = '/partner/v1';

    public readonly Orders $orders;
    public readonly Beneficiaries $beneficiaries;
    public readonly Invitations $invitations;
    public readonly Wallets $wallets;
    /** What beneficiaries owe the company, for shares that refunds took back. */
    public readonly Debts $debts;
    public readonly Cash $cash;
    public readonly Settlements $settlements;
    public readonly Shadow $shadow;
    public readonly Statements $statements;
    public readonly Payouts $payouts;
    public readonly Webhooks $webhooks;
    public readonly Events $events;
    /** With a test key pair only. */
    public readonly Test $test;

    public function __construct(Options $options)
    {
        $calls = new Calls(new Http(self::BASE, $options), $options);
        $this->orders = new Orders($calls, $options);
        $this->beneficiaries = new Beneficiaries($calls);
        $this->invitations = new Invitations($calls);
        $this->wallets = new Wallets($calls);
        $this->debts = new Debts($calls);
        $this->cash = new Cash($calls);
        $this->settlements = new Settlements($calls);
        $this->shadow = new Shadow($calls);
        $this->statements = new Statements($calls);
        $this->payouts = new Payouts($calls);
        $this->webhooks = new Webhooks($calls);
        $this->events = new Events($calls);
        $this->test = new Test($calls);
    }
}
