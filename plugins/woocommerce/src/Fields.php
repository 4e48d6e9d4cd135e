<?php
/** The settings, as WooCommerce shows them. */

namespace Sluice\WooCommerce;

final class Fields {
	/** @return array<string, array<string, mixed>> */
	public static function all(): array {
		return array(
			'enabled'        => array(
				'title'   => __( 'Enable', 'sluice-for-woocommerce' ),
				'type'    => 'checkbox',
				'label'   => __( 'Offer Sluice at the checkout', 'sluice-for-woocommerce' ),
				'default' => 'no',
			),
			'title'          => array(
				'title'       => __( 'Title', 'sluice-for-woocommerce' ),
				'type'        => 'text',
				'description' => __( 'What customers choose at the checkout.', 'sluice-for-woocommerce' ),
				'default'     => __( 'Card and other ways to pay', 'sluice-for-woocommerce' ),
			),
			'description'    => array(
				'title'   => __( 'Description', 'sluice-for-woocommerce' ),
				'type'    => 'textarea',
				'default' => __( 'You pay on a secure page, and come back here.', 'sluice-for-woocommerce' ),
			),
			'address'        => array(
				'title'       => __( 'Address', 'sluice-for-woocommerce' ),
				'type'        => 'text',
				'description' => __( 'Of your Sluice service.', 'sluice-for-woocommerce' ),
				'placeholder' => 'https://pay.example.com',
			),
			'client_id'      => array(
				'title'       => __( 'Client ID', 'sluice-for-woocommerce' ),
				'type'        => 'text',
				'description' => __( 'Of a key pair from Developers → API keys. One that begins with pk_test_ takes test cards only.', 'sluice-for-woocommerce' ),
			),
			'client_secret'  => array(
				'title' => __( 'Client secret', 'sluice-for-woocommerce' ),
				'type'  => 'password',
			),
			'webhook_secret' => array(
				'title'       => __( 'Webhook secret', 'sluice-for-woocommerce' ),
				'type'        => 'password',
				'description' => __( 'From Webhooks → Webhook URLs of payments and orders, in the mode of the keys. Without it no order is marked as paid.', 'sluice-for-woocommerce' ),
			),
			'logs'           => array(
				'title'   => __( 'Logs', 'sluice-for-woocommerce' ),
				'type'    => 'checkbox',
				'label'   => __( 'Log requests and webhooks, under Status → Logs', 'sluice-for-woocommerce' ),
				'default' => 'no',
			),
		);
	}
}
