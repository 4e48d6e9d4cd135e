<?php
/** What an event of a payment does to its order. Each may arrive twice, late, or in another order. */

namespace Sluice\WooCommerce;

final class Events {
	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * @param array<string, mixed> $data of the event, as the API reference has it.
	 * @throws Busy nothing was done.
	 */
	public function take( string $type, array $data ): void {
		switch ( $type ) {
			case 'payment.paid':
				self::with_order( $data, fn ( \WC_Order $order ) => $this->paid( $order, $data ) );
				break;
			case 'refund.succeeded':
				self::with_order( $data, fn ( \WC_Order $order ) => $this->refunded( $order, $data ) );
				break;
			case 'refund.failed':
				/* translators: 1: an amount with its currency, 2: the id of a refund */
				self::with_order( $data, fn ( \WC_Order $order ) => $this->note( $order, __( 'The refund of %1$s has failed, and its money is back in your balance. The customer does not have it. (%2$s)', 'sluice-for-woocommerce' ), array( self::money( $data ), $data['refund_id'] ) ) );
				break;
			case 'chargeback.created':
				/* translators: %s: the id of a dispute */
				self::with_order( $data, fn ( \WC_Order $order ) => $this->note( $order, __( 'The customer’s bank disputes the payment, and its money was taken from your balance. See Disputes in Sluice for the reason, and until when evidence can be submitted. (%s)', 'sluice-for-woocommerce' ), array( $data['dispute'] ) ) );
				break;
			case 'chargeback.reversed':
				/* translators: %s: the id of a dispute */
				self::with_order( $data, fn ( \WC_Order $order ) => $this->note( $order, __( 'The dispute was won or withdrawn: its money is back in your balance. (%s)', 'sluice-for-woocommerce' ), array( $data['dispute'] ) ) );
				break;
		}
	}

	/** The payment that the service says is paid: by a webhook, or when a person asks. */
	public function paid( \WC_Order $order, array $payment ): void {
		$token = $payment['token'];
		$known = (string) $order->get_meta( OrderPayments::PAID );
		if ( $known === $token ) {
			return;
		}
		if ( $known !== '' ) {
			/* translators: 1: an amount with its currency, 2: the id of a payment */
			$this->note( $order, __( 'The order was paid a second time, with %1$s. Refund it in Sluice. (%2$s)', 'sluice-for-woocommerce' ), array( self::money( $payment ), $token ) );
			return;
		}
		$order->update_meta_data( OrderPayments::PAID, $token );
		$order->set_transaction_id( (string) $payment['trx_id'] );
		$order->save();
		if ( ! self::is_of( $order, $payment ) ) {
			/* translators: %s: an amount with its currency */
			$order->update_status( 'on-hold', sprintf( __( '%s was paid, which is not what the order amounts to now. Look at it before you ship.', 'sluice-for-woocommerce' ), self::money( $payment ) ) );
			return;
		}
		$order->payment_complete( (string) $payment['trx_id'] );
	}

	/** One that was made in Sluice is recorded with the order; one of the order's screen is there already. */
	private function refunded( \WC_Order $order, array $refund ): void {
		if ( Refunder::is_known( $order, $refund ) ) {
			return;
		}
		$made = wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => $refund['amount'],
				'reason'         => $refund['reason'],
				'refund_payment' => false,
			)
		);
		if ( is_wp_error( $made ) ) {
			/* translators: 1: an amount with its currency, 2: the reason */
			$this->note( $order, __( '%1$s was refunded in Sluice, and could not be recorded here: %2$s', 'sluice-for-woocommerce' ), array( self::money( $refund ), $made->get_error_message() ) );
			return;
		}
		Refunder::remember( $made, $refund );
	}

	/** Every note once, because every event may arrive twice. */
	private function note( \WC_Order $order, string $text, array $values = array() ): void {
		$said = vsprintf( $text, $values );
		foreach ( wc_get_order_notes( array( 'order_id' => $order->get_id() ) ) as $note ) {
			if ( $note->content === $said ) {
				return;
			}
		}
		$order->add_order_note( $said );
	}

	private static function is_of( \WC_Order $order, array $payment ): bool {
		$decimals = wc_get_price_decimals();
		return $payment['currency'] === $order->get_currency()
			&& wc_format_decimal( $payment['amount'], $decimals ) === Checkout::amount_of( $order );
	}

	private static function money( array $data ): string {
		return $data['currency'] . ' ' . $data['amount'];
	}

	/**
	 * The order of a payment: one that was created for it here. Two webhooks at once wait for each other, so that the order is
	 * paid once and recorded once. One that can't wait any longer does nothing.
	 *
	 * @throws Busy
	 */
	private static function with_order( array $data, callable $do ): void {
		global $wpdb;
		$order = self::order_of( $data );
		if ( $order === null ) {
			return;
		}
		$lock = 'sluice_' . get_current_blog_id() . '_' . $order->get_id();
		if ( (string) $wpdb->get_var( $wpdb->prepare( 'select get_lock(%s, 20)', $lock ) ) !== '1' ) {
			throw new Busy( 'Another event of order ' . $order->get_id() . ' is being taken.' );
		}
		try {
			$fresh = wc_get_order( $order->get_id() );
			$fresh->read_meta_data( true );
			$do( $fresh );
		} finally {
			$wpdb->get_var( $wpdb->prepare( 'select release_lock(%s)', $lock ) );
		}
	}

	private static function order_of( array $data ): ?\WC_Order {
		$token = (string) ( $data['token'] ?? '' );
		$id    = (string) ( $data['custom'] ?? '' );
		$order = ctype_digit( $id ) ? wc_get_order( (int) $id ) : self::find_by_token( $token );
		return $order instanceof \WC_Order && OrderPayments::has( $order, $token ) ? $order : null;
	}

	/** @return \WC_Order|null for an event without the payment's `custom`, such as a refund's. */
	private static function find_by_token( string $token ): ?\WC_Order {
		if ( $token === '' ) {
			return null;
		}
		$found = wc_get_orders(
			array(
				'limit'      => 1,
				'meta_query' => array(
					array(
						'key'   => OrderPayments::PAID,
						'value' => $token,
					),
				),
			)
		);
		return $found[0] ?? null;
	}
}
