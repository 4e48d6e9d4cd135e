<?php
/** Refunds from the order's screen. Each has a reference of its own, so that one that is sent again is the same refund. */

namespace Sluice\WooCommerce;

final class Refunder {
	private const ID = '_sluice_refund_id';

	private Client $client;

	public function __construct( Client $client ) {
		$this->client = $client;
	}

	/**
	 * @param string|float|null $amount as WooCommerce hands it over.
	 * @return true|\WP_Error
	 */
	public function refund( \WC_Order $order, $amount, string $reason ) {
		$token = (string) $order->get_meta( OrderPayments::PAID );
		$made  = self::newest( $order );
		if ( $token === '' || $made === null || $amount === null ) {
			return new \WP_Error( GATEWAY, __( 'The order was not paid with Sluice.', 'sluice-for-woocommerce' ) );
		}
		try {
			$refund = $this->client->refund( $token, 'woocommerce-' . $made->get_id(), wc_format_decimal( $amount, wc_get_price_decimals() ), $reason );
		} catch ( ServiceError $error ) {
			return new \WP_Error( GATEWAY, $error->getMessage() );
		}
		if ( $refund['status'] === 'failed' ) {
			return new \WP_Error( GATEWAY, __( 'The payment provider refused the refund.', 'sluice-for-woocommerce' ) );
		}
		self::remember( $made, $refund );
		if ( $refund['status'] === 'pending' ) {
			/* translators: %s: an amount with its currency */
			$order->add_order_note( sprintf( __( 'The refund of %s is under way. You are told here if it fails.', 'sluice-for-woocommerce' ), $refund['currency'] . ' ' . $refund['amount'] ) );
		}
		return true;
	}

	public static function remember( \WC_Order_Refund $made, array $refund ): void {
		$made->update_meta_data( self::ID, $refund['refund_id'] );
		$made->save();
	}

	public static function is_known( \WC_Order $order, array $refund ): bool {
		foreach ( $order->get_refunds() as $made ) {
			if ( $made->get_meta( self::ID ) === $refund['refund_id'] || 'woocommerce-' . $made->get_id() === $refund['refund_ref'] ) {
				return true;
			}
		}
		return false;
	}

	/** WooCommerce records a refund before it has it paid, and does not say which one it is. */
	private static function newest( \WC_Order $order ): ?\WC_Order_Refund {
		$ids = array_map( static fn ( $made ): int => $made->get_id(), $order->get_refunds() );
		$one = $ids === array() ? false : wc_get_order( max( $ids ) );
		return $one instanceof \WC_Order_Refund ? $one : null;
	}
}
