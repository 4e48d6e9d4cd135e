<?php
/** The payment method: sends the customer to the payment page of the service, and money back from the order's screen. */

namespace Sluice\WooCommerce;

final class Gateway extends \WC_Payment_Gateway {
	public function __construct() {
		$this->id                 = GATEWAY;
		$this->method_title       = 'Sluice';
		$this->method_description = __( 'Customers pay on the payment page of your Sluice service. Its webhook marks the order as paid.', 'sluice-for-woocommerce' );
		$this->has_fields         = false;
		$this->supports           = array( 'products', 'refunds' );
		$this->form_fields        = Fields::all();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	public function is_available() {
		return parent::is_available() && ( new Settings( $this->settings ) )->is_complete();
	}

	/** Says at once whether the keys work. */
	public function process_admin_options() {
		$saved    = parent::process_admin_options();
		$settings = new Settings( $this->settings );
		if ( ! $settings->is_complete() ) {
			\WC_Admin_Settings::add_error( __( 'Sluice is not offered until the address, both keys and the webhook secret are set.', 'sluice-for-woocommerce' ) );
			return $saved;
		}
		try {
			( new Client( $settings ) )->connect();
			\WC_Admin_Settings::add_message( $settings->is_test() ? __( 'Connected to Sluice in test mode.', 'sluice-for-woocommerce' ) : __( 'Connected to Sluice in live mode.', 'sluice-for-woocommerce' ) );
		} catch ( ServiceError $error ) {
			\WC_Admin_Settings::add_error( sprintf( /* translators: %s: the reason */ __( 'Sluice could not be connected: %s', 'sluice-for-woocommerce' ), $error->getMessage() ) );
		}
		return $saved;
	}

	public function process_payment( $order_id ) {
		$order    = wc_get_order( $order_id );
		$settings = new Settings( $this->settings );
		try {
			$url = ( new Checkout( $settings, new Client( $settings ) ) )->payment_url( $order, $this->get_return_url( $order ) );
		} catch ( ServiceError $error ) {
			Log::write( $settings, 'error', sprintf( 'Order %d: %s', $order_id, $error->getMessage() ) );
			$order->add_order_note( sprintf( /* translators: %s: the reason */ __( 'The payment could not be started: %s', 'sluice-for-woocommerce' ), $error->getMessage() ) );
			wc_add_notice( __( 'The payment could not be started. Please try again, or choose another way to pay.', 'sluice-for-woocommerce' ), 'error' );
			return array( 'result' => 'failure' );
		}
		return array(
			'result'   => 'success',
			'redirect' => $url,
		);
	}

	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order    = wc_get_order( $order_id );
		$settings = new Settings( $this->settings );
		return ( new Refunder( new Client( $settings ) ) )->refund( $order, $amount, (string) $reason );
	}

	public function can_refund_order( $order ) {
		return $order instanceof \WC_Order && (string) $order->get_meta( OrderPayments::PAID ) !== '';
	}
}
