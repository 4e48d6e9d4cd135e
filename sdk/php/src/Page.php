<?php

declare(strict_types=1);

namespace Sluice;

use Sluice\Model\Model;

/**
 * One page of a list.
 *
 * @template T of Model
 *
 * @implements \IteratorAggregate<int, T>
 */
final class Page implements \IteratorAggregate, \Countable, \JsonSerializable
{
    /**
     * @param list<T>     $data
     * @param string|null $next_cursor of the next page: null on the last one
     * @param list<Model> $totals      of the whole list, where it has them
     */
    public function __construct(
        public readonly array $data,
        public readonly ?string $next_cursor,
        public readonly array $totals = [],
    ) {
    }

    public function getIterator(): \Iterator
    {
        return new \ArrayIterator($this->data);
    }

    public function count(): int
    {
        return \count($this->data);
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return ['data' => $this->data, 'next_cursor' => $this->next_cursor] + ($this->totals === [] ? [] : ['totals' => $this->totals]);
    }
}
