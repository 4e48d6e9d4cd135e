<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** How a payee hands cash over by bank transfer: in live mode to this account with this reference; in test mode it is handed over at once, with `top_up` */
final class CashTransfer extends Model
{
    /**
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param string $currency Uppercase ISO 4217 code
     */
    public function __construct(
        public readonly int $beneficiary_ref,
        public readonly string $currency,
        public readonly ?string $reference,
        public readonly ?BankDetails $bank_details,
        public readonly ?TopUp $top_up,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            currency: self::need($json, 'currency'),
            reference: $json['reference'] ?? null,
            bank_details: isset($json['bank_details']) ? BankDetails::from($json['bank_details']) : null,
            top_up: isset($json['top_up']) ? TopUp::from($json['top_up']) : null,
        ))->of($json);
    }
}
