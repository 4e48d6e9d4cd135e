<?php
/**
 * Plugin Name: Sluice for WooCommerce
 * Description: Customers pay on the payment page of your Sluice service; its webhook marks the order as paid.
 * Version: 0.2.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * WC tested up to: 10.0
 * License: Apache-2.0
 * Text Domain: sluice-for-woocommerce
 * Domain Path: /languages
 */

namespace Sluice\WooCommerce;

defined( 'ABSPATH' ) || exit;

const GATEWAY = 'sluice';

spl_autoload_register(
	static function ( string $name ): void {
		if ( strpos( $name, __NAMESPACE__ . '\\' ) === 0 ) {
			$file = __DIR__ . '/src/' . substr( $name, strlen( __NAMESPACE__ ) + 1 ) . '.php';
			if ( is_file( $file ) ) {
				require $file;
			}
		}
	}
);

add_action(
	'before_woocommerce_init',
	static function (): void {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__ );
		}
	}
);

add_action(
	'plugins_loaded',
	static function (): void {
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		add_filter( 'woocommerce_payment_gateways', static fn ( array $gateways ): array => array( ...$gateways, Gateway::class ) );
		add_action( 'woocommerce_api_' . GATEWAY, static fn () => ( new Receiver( Settings::stored() ) )->receive() );
		OrderActions::register();
	}
);

add_action( 'init', static fn () => load_plugin_textdomain( 'sluice-for-woocommerce', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' ) );

add_action(
	'woocommerce_blocks_payment_method_type_registration',
	static fn ( $registry ) => $registry->register( new BlocksMethod( __FILE__ ) )
);

add_filter(
	'plugin_action_links_' . plugin_basename( __FILE__ ),
	static function ( array $links ): array {
		$url = admin_url( 'admin.php?page=wc-settings&tab=checkout&section=' . GATEWAY );
		array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( $url ), esc_html__( 'Settings', 'sluice-for-woocommerce' ) ) );
		return $links;
	}
);
