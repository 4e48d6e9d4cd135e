<?php
/**
 * Takes the webhooks of the service, at `/wc-api/sluice/`. What it answers decides whether one is sent again: 200 for whatever is
 * done or is not for this shop, 401 for one that nobody signed, 503 for one that has to come again, 500 never on purpose.
 */

namespace Sluice\WooCommerce;

final class Receiver {
	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	public function receive(): void {
		$body      = (string) file_get_contents( 'php://input' );
		$header    = static fn ( string $name ): string => trim( (string) ( $_SERVER[ 'HTTP_WEBHOOK_' . $name ] ?? '' ) );
		$is_signed = Signature::is_valid( $body, $header( 'ID' ), $header( 'TIMESTAMP' ), $header( 'SIGNATURE' ), $this->settings->webhook_secret, time() );
		$event     = $is_signed ? json_decode( $body, true ) : null;
		if ( ! is_array( $event ) || ! is_string( $event['type'] ?? null ) || ! is_array( $event['data'] ?? null ) ) {
			Log::write( $this->settings, 'error', 'A webhook was refused: its signature is not of the webhook secret, or it is too old.' );
			$this->answer( 401 );
		}
		Log::write( $this->settings, 'debug', sprintf( 'Webhook %s: %s', $header( 'ID' ), $event['type'] ) );
		try {
			( new Events( $this->settings ) )->take( $event['type'], $event['data'] );
		} catch ( Busy $busy ) {
			Log::write( $this->settings, 'error', sprintf( 'Webhook %s has to come again: %s', $header( 'ID' ), $busy->getMessage() ) );
			$this->answer( 503 );
		}
		$this->answer( 200 );
	}

	/** @return never */
	private function answer( int $status ): void {
		status_header( $status );
		nocache_headers();
		exit;
	}
}
