<?php
/**
 * Takes webhooks with the plugin as a shop with one order would: what WordPress and WooCommerce do is here as far as the plugin asks.
 * Prints as JSON, for each event in turn, what was answered, and at the end what the order's notes say.
 * Called with the plugin's folder and JSON: `events`, each with its headers and body, and `locks`, what the database says to each lock.
 */

namespace {
	$given = json_decode( $argv[2], true );

	final class WC_Order {
		/** @var list<string> */
		public array $notes = array();

		public function get_id(): int {
			return 7;
		}
		public function get_meta( string $key, bool $single = true ) {
			return $single ? '' : array( (object) array( 'value' => 'pay_1' ) );
		}
		public function read_meta_data( bool $force ): void {
		}
		public function add_order_note( string $text ): void {
			$this->notes[] = $text;
		}
	}

	final class Database {
		public array $locks;

		public function prepare( string $statement, string $name ): string {
			return $statement;
		}
		public function get_var( string $statement ): ?string {
			return str_contains( $statement, 'release_lock' ) ? '1' : array_shift( $this->locks );
		}
	}

	/** Ends the answer instead of the process. */
	final class Answered extends Error {
	}

	$shop         = new WC_Order();
	$body         = '';
	$wpdb         = new Database();
	$wpdb->locks  = $given['locks'];

	function wc_get_order( int $id ): WC_Order {
		return $GLOBALS['shop'];
	}
	function wc_get_order_notes( array $of ): array {
		return array_map( static fn ( string $content ) => (object) array( 'content' => $content ), $GLOBALS['shop']->notes );
	}
	function get_current_blog_id(): int {
		return 1;
	}
	function untrailingslashit( string $text ): string {
		return rtrim( $text, '/' );
	}
	function __( string $text, string $domain ): string {
		return $text;
	}
	function wc_get_logger(): object {
		return new class() {
			public function log(): void {
			}
		};
	}
	function status_header( int $status ): void {
		throw new Answered( (string) $status );
	}

	define( 'Sluice\WooCommerce\GATEWAY', 'sluice' );
	spl_autoload_register(
		static function ( string $name ) use ( $argv ): void {
			require $argv[1] . 'src/' . substr( $name, strlen( 'Sluice\WooCommerce\\' ) ) . '.php';
		}
	);
}

namespace Sluice\WooCommerce {
	/** The body of the request. */
	function file_get_contents( string $from ): string {
		return $GLOBALS['body'];
	}

	$receiver = new Receiver( new Settings( array( 'webhook_secret' => $given['secret'] ) ) );
	$answers  = array();
	foreach ( $given['events'] as $event ) {
		$body = $event['body'];
		foreach ( $event['headers'] as $name => $value ) {
			$_SERVER[ 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) ) ] = $value;
		}
		try {
			$receiver->receive();
		} catch ( \Answered $answered ) {
			$answers[] = (int) $answered->getMessage();
		}
	}
	echo json_encode( array( 'answers' => $answers, 'notes' => $shop->notes ) );
}
