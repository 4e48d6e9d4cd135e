<?php
/** Creates the payment of an order. A customer who comes back finds the payment that is still open, so that one is paid, not two. */

namespace Sluice\WooCommerce;

final class Checkout {
	private Settings $settings;
	private Client $client;

	public function __construct( Settings $settings, Client $client ) {
		$this->settings = $settings;
		$this->client   = $client;
	}

	/** @throws ServiceError */
	public function payment_url( \WC_Order $order, string $return_url ): string {
		$fields = array(
			'amount'      => self::amount_of( $order ),
			'currency'    => $order->get_currency(),
			'return_url'  => $return_url,
			'cancel_url'  => $order->get_checkout_payment_url(),
			'webhook_url' => WC()->api_request_url( GATEWAY ),
			'custom'      => (string) $order->get_id(),
			'full_name'   => $order->get_formatted_billing_full_name(),
			'email'       => $order->get_billing_email(),
		);
		$what  = md5( (string) wp_json_encode( array( $this->settings->client_id, $fields ) ) );
		$last  = OrderPayments::last( $order );
		$known = $last === null ? null : $this->find( $last['token'] );
		if ( $known !== null && $known['paid'] ) {
			// Its webhook is on its way, or was lost.
			try {
				( new Events( $this->settings ) )->take( 'payment.paid', $known );
			} catch ( Busy $busy ) {
				// It is just being taken.
				return $return_url;
			}
			return $return_url;
		}
		if ( $known !== null && in_array( $known['status'], array( 'created', 'processing' ), true ) ) {
			if ( $last['what'] === $what ) {
				return $last['url'];
			}
			$this->close( $last['token'] );
		}
		// Sent twice at once, it is one payment; after the last one has ended it is another.
		$key     = 'woocommerce-' . $order->get_id() . '-' . md5( $what . ( $last['token'] ?? '' ) );
		$payment = $this->client->create( $fields, $key );
		OrderPayments::add( $order, $payment['token'], $payment['payment_url'], $what );
		return $payment['payment_url'];
	}

	/** In the order's currency, with the decimals of the shop, as the service takes it. */
	public static function amount_of( \WC_Order $order ): string {
		return wc_format_decimal( $order->get_total(), wc_get_price_decimals() );
	}

	/**
	 * @return array<string, mixed>|null nothing where these keys know no such payment, as after a change of keys.
	 * @throws ServiceError where the service can't say: a second payment of the same order is worse than none.
	 */
	private function find( string $token ): ?array {
		try {
			return $this->client->status( $token );
		} catch ( ServiceError $error ) {
			if ( $error->is_passing ) {
				throw $error;
			}
			return null;
		}
	}

	/** The order has changed since: the payment of what it was must not be paid any more. */
	private function close( string $token ): void {
		try {
			$this->client->cancel( $token );
		} catch ( ServiceError $error ) {
			// It is being paid, or has ended. One that is paid all the same is noted with the order.
			Log::write( $this->settings, 'info', sprintf( '%s was not canceled: %s', $token, $error->getMessage() ) );
		}
	}
}
