<?php
/** The service refused a request, or could not be reached. Its message has no secret, and is for the shop's people. */

namespace Sluice\WooCommerce;

final class ServiceError extends \RuntimeException {
	/** True where the same request may succeed later. */
	public bool $is_passing;

	public function __construct( string $message, bool $is_passing ) {
		parent::__construct( $message );
		$this->is_passing = $is_passing;
	}
}
