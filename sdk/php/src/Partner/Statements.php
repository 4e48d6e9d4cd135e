<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\PartyMonth;
use Sluice\Model\Requests;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type GetStatementQuery from Requests
 * @phpstan-import-type GetStatementCsvQuery from Requests
 * @phpstan-import-type GetStatementPageQuery from Requests
 */
final class Statements
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * @param string $month such as `2031-03`
     * @param GetStatementQuery $query
     */
    public function get(string $month, array $query, ?RequestOptions $options = null): PartyMonth
    {
        return PartyMonth::from($this->calls->get('/statements/'.rawurlencode($month), $query, $options));
    }

    /**
     * @param string $month such as `2031-03`
     * @param GetStatementCsvQuery $query
     */
    public function csv(string $month, array $query, ?RequestOptions $options = null): string
    {
        return $this->calls->text('/statements/'.rawurlencode($month).'.csv', $query, $options);
    }

    /**
     * @param string $month such as `2031-03`
     * @param GetStatementPageQuery $query
     */
    public function html(string $month, array $query, ?RequestOptions $options = null): string
    {
        return $this->calls->text('/statements/'.rawurlencode($month).'.html', $query, $options);
    }
}
