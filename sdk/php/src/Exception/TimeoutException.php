<?php

declare(strict_types=1);

namespace Sluice\Exception;

/** No answer arrived in time. */
final class TimeoutException extends ConnectionException
{
}
