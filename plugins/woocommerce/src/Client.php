<?php
/** Calls interface A of the service. Keys and tokens are never logged. */

namespace Sluice\WooCommerce;

final class Client {
	private const TIMEOUT_SECONDS = 20;
	private const ATTEMPTS        = 3;

	private Settings $settings;
	private ?string $token = null;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/** Whether the service takes the keys. @throws ServiceError */
	public function connect(): void {
		$this->access_token();
	}

	/**
	 * @param array<string, string> $fields as docs/contract/merchant.md has them.
	 * @param string                $key so that a request that is sent again creates nothing.
	 * @return array{token: string, payment_url: string}
	 * @throws ServiceError
	 */
	public function create( array $fields, string $key ): array {
		return $this->call( '/payment/create', $fields, array( 'Idempotency-Key' => $key ) );
	}

	/** @return array<string, mixed> the payment. @throws ServiceError */
	public function status( string $token ): array {
		return $this->call( '/payment/status', array( 'token' => $token ) );
	}

	/** @return array<string, mixed> the refund; a `refund_ref` that was sent before is the same one. @throws ServiceError */
	public function refund( string $token, string $refund_ref, string $amount, string $reason ): array {
		$fields = compact( 'token', 'refund_ref', 'amount' ) + ( $reason === '' ? array() : array( 'reason' => mb_substr( $reason, 0, 255 ) ) );
		return $this->call( '/payment/refund', $fields );
	}

	/** @throws ServiceError */
	public function cancel( string $token ): void {
		$this->call( '/payment/cancel', array( 'token' => $token ) );
	}

	/**
	 * @param array<string, string> $fields
	 * @param array<string, string> $headers
	 * @return array<string, mixed>
	 * @throws ServiceError
	 */
	private function call( string $path, array $fields, array $headers = array() ): array {
		return $this->send( $path, $fields, $headers + array( 'Authorization' => 'Bearer ' . $this->access_token() ) );
	}

	private function access_token(): string {
		if ( $this->token === null ) {
			$keys        = array(
				'client_id' => $this->settings->client_id,
				'secret_id' => $this->settings->client_secret,
			);
			$this->token = (string) $this->send( '/authentication/token', $keys )['access_token'];
		}
		return $this->token;
	}

	/** Every request may be sent twice, so that one without an answer is sent again. */
	private function send( string $path, array $fields, array $headers = array() ): array {
		for ( $attempt = 1; ; $attempt += 1 ) {
			$answer = wp_remote_post(
				$this->settings->address . '/pay/api/v1' . $path,
				array(
					'timeout'     => self::TIMEOUT_SECONDS,
					'redirection' => 0,
					'headers'     => $headers + array( 'Content-Type' => 'application/json' ),
					'body'        => wp_json_encode( $fields ),
				)
			);
			$code   = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
			Log::write( $this->settings, 'debug', sprintf( 'POST %s: %s', $path, $code === 0 ? $answer->get_error_message() : $code ) );
			$is_passing = $code === 0 || $code === 429 || $code === 503;
			if ( ! $is_passing || $attempt === self::ATTEMPTS ) {
				return $this->read( $answer, $code, $is_passing );
			}
			sleep( min( 3, max( 1, (int) wp_remote_retrieve_header( $answer, 'retry-after' ) ) ) );
		}
	}

	/** @param array|\WP_Error $answer */
	private function read( $answer, int $code, bool $is_passing ): array {
		if ( $code === 0 ) {
			throw new ServiceError( sprintf( /* translators: %s: the address of the service */ __( 'The payment service at %s does not answer.', 'sluice-for-woocommerce' ), $this->settings->address ), true );
		}
		$body = json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( $code === 200 && is_array( $body ) && ( $body['type'] ?? null ) === 'success' ) {
			return (array) $body['data'];
		}
		$said = is_array( $body ) ? ( $body['message']['error'][0] ?? null ) : null;
		$text = is_string( $said ) ? $said : sprintf( /* translators: %d: an HTTP status */ __( 'The address answers with %d, but is no Sluice service.', 'sluice-for-woocommerce' ), $code );
		throw new ServiceError( $text, $is_passing );
	}
}
