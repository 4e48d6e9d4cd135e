<?php
/** The payment method in the checkout block. */

namespace Sluice\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

final class BlocksMethod extends AbstractPaymentMethodType {
	protected $name = GATEWAY;
	private string $file;

	/** @param string $file of the plugin. */
	public function __construct( string $file ) {
		$this->file = $file;
	}

	public function initialize(): void {
		$this->settings = (array) get_option( 'woocommerce_' . GATEWAY . '_settings', array() );
	}

	public function is_active(): bool {
		return ( $this->settings['enabled'] ?? 'no' ) === 'yes' && ( new Settings( $this->settings ) )->is_complete();
	}

	public function get_payment_method_script_handles(): array {
		$version = get_file_data( $this->file, array( 'Version' ) )[0];
		wp_register_script( 'sluice-blocks', plugins_url( 'assets/blocks.js', $this->file ), array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ), $version, true );
		return array( 'sluice-blocks' );
	}

	public function get_payment_method_data(): array {
		return array(
			'title'       => $this->get_setting( 'title' ),
			'description' => $this->get_setting( 'description' ),
			'supports'    => array( 'products', 'refunds' ),
		);
	}
}
