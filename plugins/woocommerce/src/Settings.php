<?php
/** What the shop has set, read once. */

namespace Sluice\WooCommerce;

final class Settings {
	public string $address;
	public string $client_id;
	public string $client_secret;
	public string $webhook_secret;
	public bool $logs;

	/** @param array<string, string> $options as WooCommerce keeps them. */
	public function __construct( array $options ) {
		$text                 = static fn ( string $name ): string => trim( (string) ( $options[ $name ] ?? '' ) );
		$this->address        = untrailingslashit( $text( 'address' ) );
		$this->client_id      = $text( 'client_id' );
		$this->client_secret  = $text( 'client_secret' );
		$this->webhook_secret = $text( 'webhook_secret' );
		$this->logs           = $text( 'logs' ) === 'yes';
	}

	public static function stored(): self {
		return new self( (array) get_option( 'woocommerce_' . GATEWAY . '_settings', array() ) );
	}

	public function is_complete(): bool {
		return $this->address !== '' && $this->client_id !== '' && $this->client_secret !== '' && $this->webhook_secret !== '';
	}

	public function is_test(): bool {
		return strpos( $this->client_id, 'pk_test_' ) === 0;
	}
}
