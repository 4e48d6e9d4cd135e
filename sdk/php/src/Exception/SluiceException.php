<?php

declare(strict_types=1);

namespace Sluice\Exception;

/** The service refused the request, or failed. */
final class SluiceException extends \RuntimeException
{
    /**
     * @param int                                         $status            of HTTP
     * @param string                                      $errorCode         interface B's code, such as `unknown_beneficiary`. Interface A has none: `http_400` and the like
     * @param list<array{field: string, message: string}> $details           the fields that are not valid, with their paths
     * @param string|null                                 $requestId         quote it when you ask about the request
     * @param int|null                                    $retryAfterSeconds when to send it again, where the service says so
     */
    public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $details = [],
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
    ) {
        parent::__construct($message, $status);
    }
}
