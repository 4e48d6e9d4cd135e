<?php

declare(strict_types=1);

namespace Sluice\Exception;

/** A webhook is not from the service, was altered, or is too old. Answer it with a 400 and do nothing. */
final class WebhookVerificationException extends \RuntimeException
{
}
