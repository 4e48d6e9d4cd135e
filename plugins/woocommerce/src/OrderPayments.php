<?php
/**
 * The payments that were created for an order. A customer may come back and try again, so that there can be several; every
 * one is kept, because any of them can be paid.
 */

namespace Sluice\WooCommerce;

final class OrderPayments {
	private const TOKENS = '_sluice_payment';
	private const OPEN   = '_sluice_open_payment';
	/** Of the payment that paid the order. */
	public const PAID = '_sluice_paid_payment';

	public static function add( \WC_Order $order, string $token, string $url, string $what ): void {
		$order->add_meta_data( self::TOKENS, $token );
		$order->update_meta_data( self::OPEN, compact( 'token', 'url', 'what' ) );
		$order->save();
	}

	public static function has( \WC_Order $order, string $token ): bool {
		foreach ( $order->get_meta( self::TOKENS, false ) as $meta ) {
			if ( $meta->value === $token ) {
				return true;
			}
		}
		return false;
	}

	/** @return array{token: string, url: string, what: string}|null the last that was created. */
	public static function last( \WC_Order $order ): ?array {
		$open = $order->get_meta( self::OPEN );
		return is_array( $open ) ? $open : null;
	}
}
