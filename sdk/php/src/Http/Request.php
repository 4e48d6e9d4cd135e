<?php

declare(strict_types=1);

namespace Sluice\Http;

/** @internal */
final class Request
{
    /** It is sent with a key of its own. */
    public const KEY = 'key';
    /** It has a ref, or may be sent twice anyhow. */
    public const REF = 'ref';

    /**
     * @param string                $path    below the interface's base
     * @param array<string, mixed>  $query
     * @param array<string, string> $headers
     * @param self::KEY|self::REF   $idempotency
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly ?string $body = null,
        public readonly array $headers = [],
        public readonly string $idempotency = self::REF,
    ) {
    }

    /** @param array<string, string> $headers */
    public function with(array $headers): self
    {
        return new self($this->method, $this->path, $this->query, $this->body, $headers, $this->idempotency);
    }

    public function target(): string
    {
        $parts = [];
        foreach ($this->query as $name => $value) {
            if ($value !== null) {
                $text = \is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
                $parts[] = rawurlencode($name).'='.rawurlencode($text);
            }
        }

        return $this->path.($parts === [] ? '' : '?'.implode('&', $parts));
    }
}
