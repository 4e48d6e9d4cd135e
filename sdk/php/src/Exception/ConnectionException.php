<?php

declare(strict_types=1);

namespace Sluice\Exception;

/** No answer arrived. The request may have been done: repeat it with the same idempotency key or ref. */
class ConnectionException extends \RuntimeException
{
}
