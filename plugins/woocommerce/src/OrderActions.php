<?php
/** An action of the order's screen: asks the service what became of the payment, for a webhook that did not arrive. */

namespace Sluice\WooCommerce;

final class OrderActions {
	private const ACTION = 'sluice_ask';

	public static function register(): void {
		add_filter(
			'woocommerce_order_actions',
			static function ( array $actions, $order = null ): array {
				$is_open = $order instanceof \WC_Order && OrderPayments::last( $order ) !== null && (string) $order->get_meta( OrderPayments::PAID ) === '';
				return $is_open ? $actions + array( self::ACTION => __( 'Ask Sluice for the payment', 'sluice-for-woocommerce' ) ) : $actions;
			},
			10,
			2
		);
		add_action( 'woocommerce_order_action_' . self::ACTION, array( self::class, 'ask' ) );
	}

	public static function ask( \WC_Order $order ): void {
		$settings = Settings::stored();
		try {
			$payment = ( new Client( $settings ) )->status( OrderPayments::last( $order )['token'] );
		} catch ( ServiceError $error ) {
			$order->add_order_note( $error->getMessage() );
			return;
		}
		if ( $payment['paid'] ) {
			try {
				( new Events( $settings ) )->take( 'payment.paid', $payment );
			} catch ( Busy $busy ) {
				$order->add_order_note( __( 'The payment is just being recorded. Look again in a minute.', 'sluice-for-woocommerce' ) );
			}
			return;
		}
		/* translators: %s: the status of the payment, as the API names it */
		$order->add_order_note( sprintf( __( 'The payment is not paid. Its status is %s.', 'sluice-for-woocommerce' ), $payment['status'] ) );
	}
}
