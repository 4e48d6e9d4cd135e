<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\Drained;
use Sluice\Model\Requests;
use Sluice\Model\TestClock;
use Sluice\RequestOptions;

/**
 * With a test key pair only.
 *
 * @phpstan-import-type AdvanceTestClockBody from Requests
 */
final class Test
{
    public function __construct(private readonly Calls $calls)
    {
    }

    public function clock(?RequestOptions $options = null): TestClock
    {
        return TestClock::from($this->calls->get('/test/clock', [], $options));
    }

    /** @param AdvanceTestClockBody $body */
    public function advanceClock(array $body, ?RequestOptions $options = null): TestClock
    {
        return TestClock::from($this->calls->post('advanceTestClock', '/test/clock', $body, $options));
    }

    /** Waits until all due work is done. */
    public function drain(?RequestOptions $options = null): Drained
    {
        return Drained::from($this->calls->post('drainTestWork', '/test/drain', null, $options));
    }
}
