<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Http\Http;
use Sluice\Http\Json;
use Sluice\Http\Pages;
use Sluice\Http\Request;
use Sluice\Model\Model;
use Sluice\Model\Requests;
use Sluice\Options;
use Sluice\Page;
use Sluice\RequestOptions;

/** @internal Calls of interface B, with the key pair. */
final class Calls
{
    /** @var array<string, string> */
    private readonly array $keys;

    public function __construct(private readonly Http $http, Options $options)
    {
        $this->keys = ['x-client-id' => $options->clientId, 'x-client-secret' => $options->clientSecret];
    }

    /**
     * @param array<string, mixed> $query
     *
     * @return array<array-key, mixed> the `data` of the answer
     */
    public function get(string $path, array $query, ?RequestOptions $own): array
    {
        return $this->http->json(new Request('GET', $path, $query, headers: $this->keys), $own)['data'] ?? [];
    }

    /**
     * A page whole: its objects, and the cursor of the next one.
     *
     * @template T of Model
     *
     * @param class-string<T>          $class
     * @param array<string, mixed>     $query
     * @param class-string<Model>|null $totals
     *
     * @return Page<T>
     */
    public function page(string $class, string $path, array $query, ?RequestOptions $own, ?string $totals = null): Page
    {
        $json = $this->http->json(new Request('GET', $path, $query, headers: $this->keys), $own);

        return new Page(
            array_map($class::from(...), $json['data'] ?? []),
            $json['next_cursor'] ?? null,
            $totals === null ? [] : array_map($totals::from(...), $json['totals'] ?? []),
        );
    }

    /**
     * @template T of Model
     *
     * @param class-string<T>      $class
     * @param array<string, mixed> $query
     *
     * @return \Generator<int, T, void, void>
     */
    public function all(string $class, string $path, array $query, ?RequestOptions $own): \Generator
    {
        return Pages::items(fn (?string $cursor) => $this->page($class, $path, ['cursor' => $cursor] + $query, $own));
    }

    /** @param array<string, mixed> $query */
    public function text(string $path, array $query, ?RequestOptions $own): string
    {
        return $this->http->text(new Request('GET', $path, $query, headers: $this->keys), $own);
    }

    /**
     * @param array<string, mixed>|null  $body
     * @param Request::KEY|Request::REF $idempotency
     *
     * @return array<array-key, mixed> the `data` of the answer
     */
    public function write(
        string $operation,
        string $method,
        string $path,
        ?array $body,
        ?RequestOptions $own,
        string $idempotency = Request::KEY,
    ): array {
        $text = $body === null ? null : Json::encode($body, Requests::AMOUNTS[$operation] ?? []);
        $request = new Request($method, $path, [], $text, $this->keys, $idempotency);

        return $this->http->json($request, $own)['data'] ?? [];
    }

    /**
     * @param array<string, mixed>|null $body
     *
     * @return array<array-key, mixed> the `data` of the answer
     */
    public function post(string $operation, string $path, ?array $body, ?RequestOptions $own): array
    {
        return $this->write($operation, 'POST', $path, $body, $own);
    }

    /** @return array<string, mixed> without the keys */
    public function __debugInfo(): array
    {
        return [];
    }
}
